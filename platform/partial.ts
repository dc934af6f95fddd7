/**
 * Whether an answer says of itself that there is more: 206 (RFC 9110, 15.3.7), or a link to a next page (RFC 8288).
 */
export function isPartial(status: number, { link }: Record<string, unknown>): boolean {
	return (
		status === 206 || (typeof link === 'string' && /;\s*rel=("[^"]*\bnext\b|next\b)/i.test(link))
	);
}
