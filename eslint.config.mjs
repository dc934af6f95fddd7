import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
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

/** What no room of the engine imports. */
const outside = [
	'**/campaign/**',
	'**/Mobile*/**',
	'**/credentials/**',
	'**/libraries/**',
	'**/sandbox/**',
];

/** What the core doesn't import either. */
const outsideCore = ['n8n-*', '**/n8n/**', '**/panel/**', ...outside];

/** What is compiled into the package. */
const published = ['campaign', 'credentials', 'libraries', 'nodes', 'platform'].map(
	(name) => `${name}/**/*.ts`,
);

/** The rules n8n's own scanner switches off, because they are meant for n8n's repository or outdated. */
const offInScanner = [
	'cred-class-field-documentation-url-miscased',
	'cred-class-field-type-options-password-missing',
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-type-options-max-value-present',
].map((rule) => [`n8n-nodes-base/${rule}`, 'off']);

const n8nRules = (name) => ({
	plugins: { 'n8n-nodes-base': n8nNodesBase },
	rules: { ...n8nNodesBase.configs[name].rules, ...Object.fromEntries(offInScanner) },
});

export default tseslint.config(
	{ ignores: ['dist/', '**/node_modules/', '.scratch/', 'coverage/'] },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strict, tseslint.configs.stylisticTypeChecked],
		languageOptions: { parserOptions: { project: './tsconfig.check.json' } },
		rules: {
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
		},
	},
	{
		files: [...published, 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		...n8nRules('community'),
	},
	{
		// They read foreign text: no expression may take more than linear time, or escape this check.
		files: published,
		plugins: { redos },
		rules: {
			'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 60_000 }],
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
	{ files: ['credentials/**/*.ts'], ...n8nRules('credentials') },
	{ files: ['nodes/**/*.ts'], ...n8nRules('nodes') },
	mayNotImport(
		['platform/**/*.ts'],
		'n8n-workflow',
		'n8n-core',
		'**/campaign/**',
		'**/nodes/**',
		'**/credentials/**',
		'**/sandbox/**',
	),
	mayNotImport(
		['campaign/**/*.ts'],
		'n8n-workflow',
		'n8n-core',
		'**/nodes/**',
		'**/credentials/**',
		'**/sandbox/**',
	),
	// Each stands alone.
	mayNotImport(['libraries/**/*.ts'], '.*'),
	mayNotImport(
		['credentials/**/*.ts'],
		'**/campaign/**',
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
		'**/campaign/**',
		'**/libraries/**',
		'**/platform/**',
		'**/nodes/**',
		'**/credentials/**',
		'n8n-*',
	),
);
