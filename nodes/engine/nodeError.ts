import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { LoginError } from '../../platform/loginError';
import { PlatformError } from './platformError';

/**
 * Whatever was thrown as the error n8n shows, in our words.
 *
 * @param loginAdvice what a login that failed means for the work at hand
 */
export function nodeErrorOf(
	node: INode,
	error: unknown,
	itemIndex?: number,
	loginAdvice?: string,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof PlatformError) return error.toNodeError(node, itemIndex);
	if (error instanceof LoginError) {
		const { message } = error;
		return new NodeApiError(node, {}, { message, description: loginAdvice, itemIndex });
	}
	return new NodeOperationError(node, error as Error, { itemIndex });
}
