import type { IWebhookFunctions } from 'n8n-workflow';

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

/** Redirects a customer's browser to a web address, or shows a short thank-you page when there is none. */
export function showPage(
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
	page = '',
): void {
	response.set('cache-control', 'no-store');
	const address = page.trim();
	if (/^https?:\/\//i.test(address)) response.redirect(303, address);
	else response.status(200).type('text/html').send(thankYou);
}
