import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A mail server that keeps what it is sent: just enough of SMTP (RFC 5321) for one client at a time. */
export class SmtpSink {
	/** Each as it came, with its headers. */
	readonly mails: string[] = [];

	private constructor(private readonly server: Server) {}

	static async start(): Promise<SmtpSink> {
		const sink: SmtpSink = new SmtpSink(createServer((socket) => sink.serve(socket)));
		await new Promise<void>((resolve) => sink.server.listen(0, '127.0.0.1', resolve));
		return sink;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	async stop(): Promise<void> {
		await new Promise((resolve) => this.server.close(resolve));
	}

	private serve(socket: Socket): void {
		let text = '';
		let mail: string | undefined;
		const take = (line: string) => {
			if (mail !== undefined && line !== '.') {
				// A dot at the beginning is doubled on the way (RFC 5321, 4.5.2).
				mail += `${line.replace(/^\./, '')}\n`;
				return undefined;
			}
			if (line === '.') {
				this.mails.push(decoded(mail ?? ''));
				mail = undefined;
				return '250 Kept';
			}
			if (line === 'DATA') mail = '';
			return line === 'DATA' ? '354 Go on' : line === 'QUIT' ? '221 Bye' : '250 OK';
		};
		socket.setEncoding('utf8').on('data', (chunk: string) => {
			const lines = (text + chunk).split('\r\n');
			text = lines.pop() ?? '';
			for (const answer of lines.map(take)) if (answer) socket.write(`${answer}\r\n`);
		});
		socket.on('error', () => socket.destroy());
		socket.write('220 Sink\r\n');
	}
}

/** The text of a mail in quoted-printable (RFC 2045, 6.7), or of one that is plain. */
function decoded(mail: string): string {
	if (!/^content-transfer-encoding: quoted-printable$/im.test(mail)) return mail;
	const bytes = mail
		.replace(/=\n/g, '')
		.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}
