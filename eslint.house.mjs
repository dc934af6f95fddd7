/** Our own rules; n8n's are in eslint.config.mjs, which its tool wants unchanged. */
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

/** docs/architecture.md: imports run one way. */
const mayNotImport = (files, ...patterns) => ({
	files,
	rules: { 'no-restricted-imports': ['error', { patterns: [{ group: patterns }] }] },
});

/** The walls see static imports; other rules refuse `require`, and types by `import()`. */
const noDynamicImport = {
	selector: 'ImportExpression',
	message: 'Import at the top of the file, so that imports run one way.',
};

/** The rooms of campaigns: lists, rules and desk. */
const rooms = ['**/lists/**', '**/campaign/**', '**/desk/**'];

/** No room of the engine imports these. */
const outside = [
	...rooms,
	'**/pages/**',
	'**/Mobile*/**',
	'**/credentials/**',
	'**/libraries/**',
	'**/sandbox/**',
];

/** What the core doesn't import either. */
const outsideCore = ['n8n-*', '**/n8n/**', '**/panel/**', ...outside];

/** What no pure rules import: n8n, and what stands above them. */
const aboveRules = ['n8n-*', '**/nodes/**', '**/credentials/**', '**/sandbox/**'];

/** What is compiled into the package. */
const published = [
	'campaign',
	'credentials',
	'desk',
	'libraries',
	'lists',
	'nodes',
	'pages',
	'platform',
].map((name) => `${name}/**/*.ts`);

export default tseslint.config(
	{ ignores: ['dist/', '**/node_modules/', '.scratch/', 'coverage/'] },
	{
		files: ['**/*.{ts,mts}'],
		extends: [tseslint.configs.strict, tseslint.configs.stylisticTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.check.json' } },
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		// They read foreign text: no expression may take more than linear time, or escape this check.
		files: published,
		plugins: { redos },
		rules: {
			'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 60_000, randomSeed: 1 }],
			'no-restricted-syntax': [
				'error',
				{
					selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']",
					message: 'Write the expression as a literal, so that its time is checked.',
				},
				noDynamicImport,
			],
		},
	},
	{ files: ['sandbox/**/*.ts'], rules: { 'no-restricted-syntax': ['error', noDynamicImport] } },
	mayNotImport(['platform/**/*.ts'], ...rooms, '**/pages/**', ...aboveRules),
	mayNotImport(['lists/**/*.ts'], '**/campaign/**', '**/desk/**', '**/pages/**', ...aboveRules),
	mayNotImport(['campaign/**/*.ts'], '**/desk/**', '**/pages/**', ...aboveRules),
	mayNotImport(['desk/**/*.ts'], ...aboveRules),
	mayNotImport(['pages/**/*.ts'], ...rooms, ...aboveRules),
	// Each stands alone.
	mayNotImport(['libraries/**/*.ts'], '.*'),
	mayNotImport(
		['credentials/**/*.ts'],
		...rooms,
		'**/libraries/**',
		'**/nodes/**',
		'**/sandbox/**',
	),
	mayNotImport(['nodes/**/*.ts'], '**/credentials/**', '**/libraries/**', '**/sandbox/**'),
	mayNotImport(['nodes/engine/n8n/**/*.ts'], ...outside),
	mayNotImport(['nodes/engine/panel/**/*.ts'], '**/n8n/**', ...outside),
	mayNotImport(['nodes/engine/core/**/*.ts'], ...outsideCore),
	mayNotImport(['nodes/engine/core/*.ts'], '**/list/**', ...outsideCore),
	mayNotImport(['nodes/engine/core/request/**/*.ts'], '../*', '!../..', ...outsideCore),
	mayNotImport(
		['sandbox/**/*.ts'],
		...rooms,
		'**/libraries/**',
		'**/platform/**',
		'**/nodes/**',
		'**/credentials/**',
		'n8n-*',
	),
);
