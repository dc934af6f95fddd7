import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { LoginError } from '../../platform/loginError';
import { PlatformError } from './platformError';

/** What an error is about. */
interface About {
	itemIndex?: number;
	/** Whether something was to be changed, and not only asked for. */
	isWrite?: boolean;
	/** What a login that failed means for the work at hand. */
	loginAdvice?: string;
}

const unexpected =
	'This was not expected. Whether the platform acted is not known: look before you send this again.';

/** Whatever was thrown as the error n8n shows, in our words. */
export function nodeErrorOf(
	node: INode,
	error: unknown,
	{ itemIndex, isWrite = false, loginAdvice }: About = {},
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof PlatformError) return error.toNodeError(node, isWrite, itemIndex);
	if (error instanceof LoginError) {
		const { message } = error;
		return new NodeApiError(node, {}, { message, description: loginAdvice, itemIndex });
	}
	const description = isWrite ? unexpected : undefined;
	return new NodeOperationError(node, error as Error, { itemIndex, description });
}
