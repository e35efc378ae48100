import eslint from '@eslint/js';
import * as regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const TYPESCRIPT = ['{libs,services,clients,deploy,tools,test-e2e,examples}/**/*.{ts,tsx}'];
const TESTS = ['**/*.test.ts', '**/test/**/*.ts', 'test-e2e/{browser,journeys,faults}/**/*.ts'];

// Syntax that Node cannot run after stripping types, and syntax that hides where a name comes from.
const NOT_ERASABLE = [
  { selector: 'TSEnumDeclaration', message: 'Use a literal union or an `as const` table.' },
  { selector: 'TSModuleDeclaration[kind="namespace"]', message: 'Use a module.' },
  { selector: 'TSParameterProperty', message: 'Declare the field and assign it.' },
  { selector: 'TSImportEqualsDeclaration', message: 'Use an ES import.' },
  { selector: 'Decorator', message: 'Use a plain function or an EntitySchema.' },
];
const DEFAULT_EXPORT = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name; importers can give a default export any name.',
};
const DOUBLE_ASSERTION = {
  selector: 'TSAsExpression > TSAsExpression',
  message: 'Parse the value instead of asserting twice.',
};
const LOST_DEADLINE = {
  selector:
    'CallExpression[callee.object.name="AbortSignal"][callee.property.name="any"] CallExpression[callee.property.name="timeout"]',
  message: 'Node 20 garbage-collects this timeout before it fires. Use withDeadline.',
};
const ENVIRONMENT = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Configuration is read once, in main.ts; take it as an argument.',
};
// Tests cannot control a decision that reads a clock or a random source.
const IMPURE = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Take `now`.' },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Take `now`.',
  },
  {
    selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
    message: 'Take the random value or the id as an argument.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^random(UUID|Bytes|Int)$/]',
    message: 'Take the random value or the id as an argument.',
  },
];
const SKIPPED_TEST = {
  selector:
    'MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(skip|only|todo|failing)$/]',
  message: 'Fix the test or delete it. Skipped tests are not allowed.',
};
const HOOK_OF_A_MODULE = {
  selector:
    'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]',
  message:
    'Test files share this module, which is evaluated once. Export a function that registers the hook.',
};
const NO_KAFKAJS = { name: 'kafkajs', message: 'Use the bus of @output-review/runtime/kafka.' };
const NO_BARREL =
  'Importing all of it adds a second to each start of a rule process. Import a part, such as runtime/text.';
const GLOBALS_OF_SCRIPTS = Object.fromEntries(
  ['AbortController', 'AbortSignal', 'Buffer', 'URL', 'console', 'performance', 'process'].map(
    (name) => [name, 'readonly'],
  ),
);
const EVERYWHERE = [...NOT_ERASABLE, DOUBLE_ASSERTION, LOST_DEADLINE];

// Rules that need types and rules about React are in .oxlintrc.json.
export default defineConfig([
  globalIgnores([
    '**/dist/',
    '**/node_modules/',
    '**/coverage/',
    '**/.data/',
    '**/.stack/',
    '**/.cache/',
    // Generated from the contracts. `npm run check:client` checks that they are up to date.
    'services/dashboard/src/api/schema.d.ts',
    'clients/typescript/src/schema.ts',
  ]),
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
  },
  {
    name: 'house/patterns',
    files: ['**/*.{js,mjs,cjs,ts,tsx}'],
    plugins: { regexp },
    // Report patterns that may backtrack, not only those proven to: external input can trigger the worst case.
    // test-e2e/faults/linear tests what these rules cannot see.
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    name: 'house/scripts',
    files: ['**/*.{js,mjs,cjs}'],
    extends: [eslint.configs.recommended],
    languageOptions: { globals: GLOBALS_OF_SCRIPTS },
  },
  {
    name: 'house/typescript',
    files: TYPESCRIPT,
    extends: [eslint.configs.recommended, tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      // Only a type alias has the implicit index signature that JSON-shaped parameters require.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-function': ['error', { allow: ['arrowFunctions'] }],

      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }],
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 50, skipComments: true }],
      'max-params': ['error', 3],
      'max-depth': ['error', 3],
      'no-restricted-syntax': ['error', ...EVERYWHERE, DEFAULT_EXPORT],
      'no-restricted-imports': ['error', { paths: [NO_KAFKAJS] }],
    },
  },
  {
    name: 'house/environment',
    files: ['{libs,services}/*/src/**/*.ts'],
    ignores: ['**/main.ts', '**/config.ts', 'libs/runtime/src/{config,testing}/**', ...TESTS],
    rules: {
      'no-restricted-syntax': ['error', ...EVERYWHERE, DEFAULT_EXPORT, ENVIRONMENT],
    },
  },
  {
    name: 'house/inside-the-edge',
    files: ['services/*/src/**/*.pure.ts', 'services/evaluator/src/engine/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-syntax': ['error', ...EVERYWHERE, DEFAULT_EXPORT, ENVIRONMENT, ...IMPURE],
      // Data that enters here has been parsed, so only `as const` is needed.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },
  {
    name: 'house/engines',
    files: ['services/evaluator/src/engine/{json-schema,patterns}/**/*.ts'],
    ignores: TESTS,
    rules: {
      // Packages declare wider types than they return.
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
    },
  },
  {
    name: 'house/kafka',
    files: [
      'libs/runtime/src/messaging/kafka/kafka-{admin,client,consumer}.ts',
      'test-e2e/harness/secured-stack.ts',
    ],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    // The rule process is restarted while checks wait for it.
    name: 'house/rule-process',
    files: ['services/evaluator/src/{engine,rule-process}/**/*.ts'],
    ignores: TESTS,
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['contracts', 'runtime', 'shared-kernel']
            .map((part) => `@output-review/${part}`)
            .map((name) => ({
              ...{ name, message: NO_BARREL, allowTypeImports: true },
            })),
        },
      ],
    },
  },
  {
    name: 'house/command-lines',
    files: ['{tools,deploy,test-e2e,examples}/**/*.ts', '**/main.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    name: 'house/tests',
    files: TESTS,
    rules: {
      'max-lines-per-function': 'off',
      'no-restricted-syntax': [
        'error',
        ...NOT_ERASABLE,
        LOST_DEADLINE,
        DEFAULT_EXPORT,
        SKIPPED_TEST,
      ],
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    name: 'house/browser-tests',
    files: ['test-e2e/browser/**/*.ts'],
    // Playwright reads the fixtures that a fixture needs from its pattern, which may be empty.
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    name: 'house/shared-by-tests',
    files: TESTS,
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NOT_ERASABLE,
        ...[DEFAULT_EXPORT, SKIPPED_TEST, HOOK_OF_A_MODULE],
      ],
    },
  },
  {
    name: 'house/test-equipment',
    files: ['libs/runtime/src/testing/**/*.ts'],
    // A contract suite is one long describe.
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    name: 'house/dashboard',
    files: ['services/dashboard/src/**/*.{ts,tsx}'],
    rules: {
      // A component is one function, most of it markup.
      'max-lines-per-function': ['error', { max: 90, skipComments: true }],
    },
  },
  {
    name: 'house/jest-hooks',
    files: [
      'libs/runtime/src/testing/{start,stop}-postgres.ts',
      'deploy/native/test/{start,stop}-test-stack.ts',
      'deploy/compose/test/trial/{start,stop}-compose.ts',
    ],
    // jest loads a global setup by its default export.
    rules: { 'no-restricted-syntax': ['error', ...EVERYWHERE] },
  },
]);
