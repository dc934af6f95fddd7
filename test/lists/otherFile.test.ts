import { gives } from '../support/examples';
import { openFile } from '../support/readLists';

const read = (text: string) => {
	try {
		return [...openFile(Buffer.from(text)).records].map(({ cells }) => cells);
	} catch (error) {
		return (error as Error).message;
	}
};

const webPage = 'The file is a web page, not a list';
const xml = 'The file is XML, not a list';
const contacts = 'The file is a vCard with contacts, not a list';
const json = 'The file is JSON, not a list';
const quoted = 'Each line of the file is in quotes, as if it were one cell';

gives('a file that is no list', read, [
	['<html><body><table><tr><td>phone</td></tr></table></body></html>', webPage],
	['\uFEFF\r\n<!DOCTYPE html><title>x</title>', webPage],
	['<table border=1><tr><td>33639980101</td></tr></table>', webPage],
	['MIME-Version: 1.0\r\nContent-Type: multipart/related', webPage],
	['<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook/>', xml],
	['<customers><customer phone="33639980101"/></customers>', xml],
	['BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:+33639980101\r\nEND:VCARD', contacts],
	['[{"phone": "33639980101"}]', json],
	['{"phone": "33639980101"}\n{"phone": "33639980102"}', json],
	['{\n  "rows": []\n}', json],
	['"phone;megabytes"\r\n"33639980101;500"\r\n"33639980102;500"\r\n', quoted],
	['"phone,""name"",megabytes"\n"33639980101,""Ada"",500"\n"1,2"', quoted],
]);

gives('a list', read, [
	['[phone],{amount}\n', [['[phone]', '{amount}']]],
	['"name, first"\nAda\nBo\n', [['name, first'], ['Ada'], ['Bo']]],
	[
		'"phone";"name"\n"33639980101";"Ada"\n',
		[
			['phone', 'name'],
			['33639980101', 'Ada'],
		],
	],
	[
		'name,phone\n"Ada, Example",33639980101\n',
		[
			['name', 'phone'],
			['Ada, Example', '33639980101'],
		],
	],
]);
