import { types } from 'node:util';

/**
 * Jest runs tests in a realm of their own, in which errors thrown by Node.js itself (`new URL('')`) are no instances of
 * `Error`. In n8n they are, and here too once this file is imported.
 */
Object.defineProperty(Error, Symbol.hasInstance, {
	value(this: unknown, candidate: unknown): boolean {
		return (
			(this === Error && types.isNativeError(candidate)) ||
			Function.prototype[Symbol.hasInstance].call(this, candidate)
		);
	},
});
