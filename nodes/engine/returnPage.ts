import type { IWebhookFunctions } from 'n8n-workflow';

type Response = ReturnType<IWebhookFunctions['getResponseObject']>;

const thankYou = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Thank you</title>
<style>
	:root { color-scheme: light dark; font-family: system-ui, sans-serif; }
	body { display: grid; place-content: center; min-height: 90vh; margin: 1rem; text-align: center; }
</style>
<h1>Thank you</h1>
<p>You can close this page.</p>
</html>
`;

/** Sends a customer's browser on to a page, or shows a short thank-you page when there is none. */
export function showPage(response: Response, page = ''): void {
	response.set('cache-control', 'no-store');
	const address = page.trim();
	if (/^https?:\/\//i.test(address)) response.redirect(303, address);
	else response.status(200).type('text/html').send(thankYou);
}
