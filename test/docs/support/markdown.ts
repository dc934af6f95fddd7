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

/** The shell commands of a page's blocks, each as one text; comments left out. */
export function commandsIn(page: string): string[] {
	const blocks = [...pageText(page).matchAll(/^```sh\n([\s\S]*?)^```/gm)];
	return blocks.flatMap(([, block = '']) => commandsOf(block));
}

/** A quote that is open at the end of a line goes on in the next. */
function commandsOf(block: string): string[] {
	const commands: string[] = [];
	let open = '';
	for (const line of block.split('\n')) {
		open = open === '' ? line.replace(/(^|\s)#.*$/, '').trim() : `${open}\n${line}`;
		if ((open.split("'").length - 1) % 2 === 1) continue;
		if (open !== '') commands.push(open);
		open = '';
	}
	return commands;
}
