// @ts-expect-error It brings no types, and is an ES module, which the build bundles.
import { Parser } from 'saxen';

/** The part of the parser that is used: it takes text piece by piece, and throws if that isn't XML. */
interface SaxParser {
	on(
		event: 'openTag',
		listener: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
	): void;
	on(event: 'closeTag', listener: (name: string) => void): void;
	on(event: 'text', listener: (text: string, decode: Decode) => void): void;
	on(event: 'cdata' | 'attention', listener: (text: string) => void): void;
	write(xml: string): void;
	end(): void;
}

type Decode = (text: string) => string;

/** It expands no entities of a document's own, and is small and fast. */
export const newParser = (): SaxParser => new (Parser as new () => SaxParser)();
