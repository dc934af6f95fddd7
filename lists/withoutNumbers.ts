/** A text without the values that it quotes. */
export function withoutQuoted(text: string): string {
	return text.replace(/“[^“”]*”/g, '…');
}

const date = /^\d{4}-\d\d-\d\d/;

/** Takes phone numbers out of a text. */
export function withoutPhones(text: string): string {
	return text.replace(/\+?\d[\d ().-]{5,24}\d/g, (found) => (date.test(found) ? found : '…'));
}

/** Takes phone numbers and addresses out of what the platform says, which everybody with a key reads. */
export function withoutNumbers(text: string): string {
	const told = text
		.split(' ')
		.map(withoutAddress)
		.join(' ')
		// An error may say before an address whose it is.
		.replace(/\b(platform|provider) the platform\b/gi, '$1')
		.replaceAll(' (the platform)', '')
		.replace(/\b(for example) the platform\b/g, '$1 …');
	return withoutPhones(told);
}

const host =
	/^(?:\d{1,3}(?:\.\d{1,3}){3}|[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,})(?::\d{1,5})?(?:\/.*)?$/i;

/** A word, or the platform in place of its address, within the signs around it. */
function withoutAddress(word: string): string {
	const [before = ''] = /^[("'“]{0,2}/.exec(word) ?? [];
	const [after = ''] = /[)"'”,.;:]{0,3}$/.exec(word.slice(before.length)) ?? [];
	const bare = word.slice(before.length, word.length - after.length);
	return bare.includes('://') || host.test(bare) ? `${before}the platform${after}` : word;
}
