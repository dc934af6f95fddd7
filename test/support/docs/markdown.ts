import { pageText } from '../../../scripts/docs/pages';

/** A link or an image in a page. */
export interface Link {
	page: string;
	target: string;
	isImage: boolean;
}

/** Every link and image of a page, code left out. */
export function linksIn(page: string): Link[] {
	const prose = pageText(page)
		.replace(/^```[\s\S]*?^```/gm, '')
		.replace(/`[^`\n]*`/g, '');
	return [...prose.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, bang, target = '']) => ({
		page,
		target,
		isImage: bang === '!',
	}));
}

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsIn(page: string): string[] {
	const prose = pageText(page).replace(/^```[\s\S]*?^```/gm, '');
	return [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** The blocks of shell commands in a page. */
export function shellBlocksIn(page: string): string[] {
	return [...pageText(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}
