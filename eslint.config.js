// The rules of the style guide that tools can check. Every rule is an error, because warnings are
// ignored. Types are those of the runtime's tsconfig, so that a DOM type in the core is an error
// for the linter too.
import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const RUNTIMES = [
  { files: ['src-preload/contract/**/*.ts'], project: 'tsconfig.contract.json', globals: {} },
  { files: ['src-main/**/*.ts', 'electron.vite.config.ts'], project: 'tsconfig.main.json', globals: globals.node },
  { files: ['src-preload/index.ts'], project: 'tsconfig.preload.json', globals: globals.browser },
  {
    files: ['src-renderer/**/*.ts', 'src-renderer/**/*.svelte'],
    project: 'tsconfig.renderer.json',
    globals: globals.browser,
  },
  {
    files: ['tests/**/*.ts', 'tests/**/*.svelte', 'vitest.config.ts'],
    project: 'tsconfig.tests.json',
    globals: globals.node,
  },
];

const SVELTE = ['**/*.svelte'];
const RUNES = ['**/*.svelte.ts'];
const SCRIPTS = ['**/*.mjs', '**/*.cjs', '*.js'];

/** Core rules that the TypeScript compiler does not check already. */
const CORE_RULES = {
  'array-callback-return': 'error',
  'constructor-super': 'error',
  'default-case-last': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'for-direction': 'error',
  'getter-return': 'error',
  'no-alert': 'error',
  'no-async-promise-executor': 'error',
  'no-case-declarations': 'error',
  'no-compare-neg-zero': 'error',
  'no-cond-assign': ['error', 'except-parens'],
  'no-constant-binary-expression': 'error',
  'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
  'no-constructor-return': 'error',
  'no-control-regex': 'off',
  'no-debugger': 'error',
  'no-dupe-else-if': 'error',
  'no-duplicate-case': 'error',
  'no-else-return': 'error',
  'no-empty': 'error',
  'no-empty-character-class': 'error',
  'no-empty-pattern': 'error',
  'no-eval': 'error',
  'no-fallthrough': 'error',
  'no-implicit-coercion': ['error', { boolean: true, number: true, string: true }],
  'no-irregular-whitespace': 'error',
  'no-lone-blocks': 'error',
  'no-loss-of-precision': 'error',
  'no-misleading-character-class': 'error',
  'no-new-wrappers': 'error',
  'no-param-reassign': 'error',
  'no-prototype-builtins': 'error',
  'no-regex-spaces': 'error',
  'no-return-assign': 'error',
  'no-script-url': 'error',
  'no-self-assign': 'error',
  'no-self-compare': 'error',
  'no-sparse-arrays': 'error',
  'no-template-curly-in-string': 'error',
  'no-unreachable-loop': 'error',
  'no-unsafe-finally': 'error',
  'no-unsafe-optional-chaining': 'error',
  'no-unused-labels': 'error',
  'no-useless-assignment': 'error',
  'no-useless-escape': 'error',
  'no-useless-rename': 'error',
  'no-useless-return': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': ['error', { destructuring: 'all' }],
  'require-atomic-updates': 'off',
  'require-yield': 'error',
  'use-isnan': 'error',
  'valid-typeof': 'error',
};

/** Rules of style.md 1, 11, 12: one exported concept per file, no barrels, sizes. */
const SHAPE_RULES = {
  'max-lines': ['error', { max: 500, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false, IIFEs: true }],
  'no-warning-comments': ['error', { terms: ['fixme', 'xxx', 'hack'], location: 'start' }],
  'no-restricted-syntax': [
    'error',
    { selector: 'ExportDefaultDeclaration', message: 'No default exports: name the thing, and the file like it.' },
    { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines the thing.' },
    { selector: 'ExportNamedDeclaration[source]', message: 'No barrels: import from the file that defines the thing.' },
    { selector: 'TSEnumDeclaration', message: 'Types are erased, not compiled: use a union of literals.' },
  ],
};

const TYPED_RULES = {
  // A number or a boolean in a template literal is meant; an object never is.
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  // `() => void` handlers are the usual form of callback props and of `return () => release()`.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/consistent-type-definitions': 'off',
  '@typescript-eslint/no-unused-vars': 'off', // noUnusedLocals and noUnusedParameters say the same, once.
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-unsafe-type-assertion': 'error',
  '@typescript-eslint/strict-boolean-expressions': 'off',
  '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true, boolean: true } }],
  // The contract's handlers are async by type, even if one of them awaits nothing.
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/unified-signatures': 'off',
  '@typescript-eslint/no-invalid-void-type': 'off',
  // An empty answer is an answer: `Record<never, never>`.
  '@typescript-eslint/no-generated-empty-object-type': 'off',
  '@typescript-eslint/dot-notation': 'off', // contradicts noPropertyAccessFromIndexSignature
  '@typescript-eslint/class-literal-property-style': 'off',
  // There are no enums (TSEnumDeclaration above), and `#private` members keep classes apart. Both
  // rules compare large types, which takes minutes.
  '@typescript-eslint/no-unsafe-enum-assignment': 'off',
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
};

const PARENTS = { regex: '^\\.\\./\\.\\.', message: 'Import by alias (#contract, #core, #renderer …), never ../..' };
const ELECTRON = {
  regex: '^electron($|/)',
  message: 'Only the Electron composition root, host and preload know electron.',
};
const CHARTS = { regex: '^lightweight-charts($|/)', message: 'Charts are drawn in src-renderer/chart only.' };
const NODE = { regex: '^node:', message: 'This runtime has no Node.' };
const MAIN = { regex: '^#(main|core|rules|practice|hosts)/', message: 'Nothing here may know the main process.' };
const RENDERER = { regex: '^#renderer/', message: 'Nothing here may know the renderer.' };

const allow = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: [PARENTS, ...patterns] }] });

export default ts.config(
  {
    ignores: ['node_modules/**', 'out/**', 'dist/**', 'coverage/**', 'test-results/**', '**/*.d.ts'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },

  // Rules for everything.
  { rules: { ...CORE_RULES, ...SHAPE_RULES, ...allow(ELECTRON, CHARTS) } },

  // TypeScript and Svelte, typed.
  ...[...ts.configs.strictTypeChecked, ...ts.configs.stylisticTypeChecked].map((config) => ({
    ...config,
    files: ['**/*.ts', ...SVELTE],
  })),
  ...svelte.configs['flat/recommended'],
  { files: ['**/*.ts', ...SVELTE], rules: TYPED_RULES },
  ...RUNTIMES.map(({ files, project, globals: names }) => ({
    files,
    languageOptions: {
      globals: names,
      parserOptions: { project, tsconfigRootDir: import.meta.dirname },
    },
  })),
  {
    files: SVELTE,
    // Only here: with further extensions the parser creates one program per file instead of one for
    // all.
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  // Runes are typed globals: the parser for components would only add seconds per file.
  { files: RUNES, languageOptions: { parser: ts.parser } },
  {
    files: SVELTE,
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-target-blank': 'error',
      'svelte/no-useless-mustaches': 'error',
      'svelte/prefer-class-directive': 'off',
      'svelte/require-store-reactive-access': 'off', // there are no Svelte stores here, and searching for them is slow
      'prefer-const': 'off', // `let { x = $bindable() } = $props()` is Svelte's only form of it
      'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived'], destructuring: 'all' }],
      'no-useless-assignment': 'off', // does not see assignments to variables that a template reads
    },
  },
  {
    files: SVELTE,
    rules: {
      // To the parser, a component's script is one function; max-lines limits its size.
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      // The parser gives `any` to the values of each-blocks and snippets; svelte-check checks those
      // types.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },

  // Who may import what: dependency-cruiser checks the whole table; editors show these while
  // typing.
  {
    files: ['src-main/index.ts', 'src-main/hosts/electron/**', 'src-preload/index.ts', 'tests/electron-stand-in/**'],
    rules: allow(CHARTS),
  },
  { files: ['src-preload/contract/**'], rules: allow(ELECTRON, CHARTS, NODE, MAIN, RENDERER) },
  {
    files: ['src-main/rules/**'],
    rules: allow(ELECTRON, CHARTS, NODE, RENDERER, {
      regex: '^#(?!rules/)',
      message: 'The rules know only themselves.',
    }),
  },
  {
    files: ['src-main/core/**'],
    rules: allow(ELECTRON, CHARTS, RENDERER, {
      regex: '^#(practice|hosts|main)/',
      message: 'The core knows neither its hosts nor the practice service.',
    }),
  },
  {
    files: ['src-main/practice/**'],
    rules: allow(ELECTRON, CHARTS, RENDERER, {
      regex: '^#(hosts|main|contract)/|^#core/(?!platform/wire/)',
      message: 'The practice service is an independent second opinion: rules and wire types only.',
    }),
  },
  { files: ['src-renderer/**'], rules: allow(ELECTRON, CHARTS, NODE, MAIN) },
  { files: ['src-renderer/chart/**'], rules: allow(ELECTRON, NODE, MAIN) },

  {
    files: ['tests/chaos/checker/**'],
    rules: allow(ELECTRON, CHARTS, {
      regex: '^#(core|practice|rules|contract|hosts|main)/',
      message: 'The checker shares no code with what it judges.',
    }),
  },

  // Type-level proofs: unions that must be `never`.
  {
    files: ['src-preload/contract/**/*.ts'],
    rules: {
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      '@typescript-eslint/no-duplicate-type-constituents': 'off',
    },
  },
  // Inner loops over typed arrays: a check of an index from the loop would cost time in every row.
  {
    files: ['src-renderer/grid/**/*.ts', 'src-renderer/chart/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', '@typescript-eslint/prefer-for-of': 'off' },
  },
  // Inner loops of the figures: `for … of` over a typed array takes up to fifteen times as long as indexes.
  { files: ['src-main/core/review/**/*.ts'], rules: { '@typescript-eslint/prefer-for-of': 'off' } },

  // Tests and tools are read from top to bottom: their functions may be long, and their input is
  // unchecked.
  {
    files: ['tests/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-template-curly-in-string': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-type-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // The compiler assumes that callbacks change no variable.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Tests must contain the addresses that the program refuses.
      'no-script-url': 'off',
    },
  },
  { files: ['**/*.config.ts', '*.js'], rules: { 'no-restricted-syntax': 'off' } },
  { files: SCRIPTS, languageOptions: { globals: globals.node } },
);
