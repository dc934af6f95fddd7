import { mutantsOf, patched } from './mutants';

it.each(['lists', 'campaigns', 'files', 'pace'] as const)(
	'finds the text of each mutant of %s once',
	(subject) => {
		for (const mutant of mutantsOf(subject)) expect(() => patched(mutant)).not.toThrow();
	},
);
