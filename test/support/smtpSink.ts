import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

const answers: Record<string, string> = { DATA: '354 Go on', QUIT: '221 Bye' };

/** The text of a mail in quoted-printable (RFC 2045, 6.7), or of one that is plain. */
function decoded(mail: string): string {
	if (!/^content-transfer-encoding: quoted-printable$/im.test(mail)) return mail;
	const bytes = mail
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A mail server that keeps what it is sent: just enough of SMTP (RFC 5321) for one client at a time. */
export async function startSmtpSink() {
	const mails: string[] = [];
	const server = createServer((socket) => {
		let mail: string[] | undefined;
		createInterface(socket).on('line', (line) => {
			if (mail && line !== '.') {
				mail.push(line);
				return;
			}
			if (mail) mails.push(decoded(mail.join('\n')));
			mail = line === 'DATA' ? [] : undefined;
			socket.write(`${answers[line] ?? '250 OK'}\r\n`);
		});
		socket.on('error', () => socket.destroy());
		socket.write('220 Sink\r\n');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const stop = async () => await new Promise((resolve) => server.close(resolve));
	return { mails, port: (server.address() as AddressInfo).port, stop };
}
