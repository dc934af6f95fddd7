import type { FastifyReply } from 'fastify';

/** Text that is HTML already. */
class Html {
	constructor(readonly text: string) {}
}

/** A template whose values are escaped, but for those that are HTML already. */
export function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
	const texts = values.map((value) => {
		if (Array.isArray(value)) return value.map(({ text }) => text).join('');
		if (value instanceof Html) return value.text;
		return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
	});
	return new Html(parts.map((part, index) => part + (texts[index] ?? '')).join(''));
}

/** A page for the customer's browser, without scripts. */
export function sendPage(reply: FastifyReply, title: string, content: Html): FastifyReply {
	const page = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<title>${title}</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="../../style.css" />
			</head>
			<body>
				<main class="page">
					<h1>${title}</h1>
					${content}
				</main>
			</body>
		</html>`;
	return reply
		.headers({
			'content-type': 'text/html; charset=utf-8',
			'cache-control': 'no-store',
			'content-security-policy': "default-src 'none'; style-src 'self'; img-src data:",
		})
		.send(page.text);
}
