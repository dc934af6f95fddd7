import { pageText } from '../../scripts/docs/pages';
import { prices } from './refusals';

test('each refusal has its price: who is hurt where it is wrong, and who where it is missing', () => {
	const text = pageText('docs/troubleshooting.md').replace(/\\([\\_*|])/g, '$1');
	const headings = [...text.matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading.trim());
	expect(prices.flatMap((price) => price.headings).sort()).toEqual(headings.sort());
});
