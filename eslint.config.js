// The rules of the style guide that tools can check. Every rule is an error, because warnings are
// ignored. The rules that need types are in .oxlintrc.json: oxlint checks them with the native
// compiler (ADR 6).
import globals from 'globals';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const SVELTE = ['**/*.svelte'];
const RUNES = ['**/*.svelte.ts'];
const SCRIPTS = ['**/*.mjs', '**/*.cjs', '*.js'];

/** Rules of ESLint itself that the TypeScript compiler does not check already. */
const BASE_RULES = {
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
    {
      selector: 'ExportDefaultDeclaration',
      message: 'No default exports: export the thing by its name, and name the file after it.',
    },
    { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines the thing.' },
    { selector: 'ExportNamedDeclaration[source]', message: 'No barrels: import from the file that defines the thing.' },
    { selector: 'TSEnumDeclaration', message: 'Types are erased, not compiled: use a union of literals.' },
  ],
};

/** Rules for TypeScript that need no types. The rules that need types are in .oxlintrc.json. */
const TS_RULES = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/consistent-type-definitions': 'off',
  '@typescript-eslint/no-unused-vars': 'off', // noUnusedLocals and noUnusedParameters say the same, once.
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/unified-signatures': 'off',
  '@typescript-eslint/no-invalid-void-type': 'off',
  '@typescript-eslint/class-literal-property-style': 'off',
};

const PARENT_FOLDERS = {
  regex: '^\\.\\./\\.\\.',
  message: 'Import by alias (#contract, #core, #renderer …), never ../..',
};
const ELECTRON = {
  regex: '^electron($|/)',
  message: 'Only the Electron composition root, host and preload know electron.',
};
const CHARTS = { regex: '^lightweight-charts($|/)', message: 'Charts are drawn in src-renderer/chart only.' };
const NODE = { regex: '^node:', message: 'This runtime has no Node.' };
const MAIN = { regex: '^#(main|core|rules|practice|hosts)/', message: 'Nothing here may know the main process.' };
const RENDERER = { regex: '^#renderer/', message: 'Nothing here may know the renderer.' };

const forbidImports = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: [PARENT_FOLDERS, ...patterns] }],
});

export default ts.config(
  {
    ignores: ['node_modules/**', 'out/**', 'dist/**', 'coverage/**', 'test-results/**', '**/*.d.ts'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },

  // Rules for everything.
  { rules: { ...BASE_RULES, ...SHAPE_RULES, ...forbidImports(ELECTRON, CHARTS) } },

  // TypeScript and Svelte.
  ...[...ts.configs.strict, ...ts.configs.stylistic].map((config) => ({
    ...config,
    files: ['**/*.ts', ...SVELTE],
  })),
  ...svelte.configs['flat/recommended'],
  { files: ['**/*.ts', ...SVELTE], rules: TS_RULES },
  {
    // The native compiler does not read components, so the one type-aware rule for them runs here.
    files: SVELTE,
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        parser: ts.parser,
        project: 'tsconfig.renderer.json',
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
        svelteConfig,
      },
    },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  // Runes are typed globals, so the TypeScript parser is enough. The parser for components would
  // only add seconds for each file.
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
      'prefer-const': 'off', // a bindable prop needs `let { x = $bindable() } = $props()`
      'svelte/prefer-const': ['error', { excludedRunes: ['$props', '$derived'], destructuring: 'all' }],
      'no-useless-assignment': 'off', // does not see assignments to variables that a template reads
    },
  },
  {
    files: SVELTE,
    rules: {
      // To the parser, a component's script is one function; max-lines limits its size.
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
    },
  },

  // Who may import what. dependency-cruiser checks the whole table of ARCHITECTURE.md. Editors show
  // violations of the rules below while a file is edited.
  {
    files: ['src-main/index.ts', 'src-main/hosts/electron/**', 'src-preload/index.ts', 'tests/electron-stand-in/**'],
    rules: forbidImports(CHARTS),
  },
  { files: ['src-preload/contract/**'], rules: forbidImports(ELECTRON, CHARTS, NODE, MAIN, RENDERER) },
  {
    files: ['src-main/rules/**'],
    rules: forbidImports(ELECTRON, CHARTS, NODE, RENDERER, {
      regex: '^#(?!rules/)',
      message: 'The rules know only themselves.',
    }),
  },
  {
    files: ['src-main/core/**'],
    rules: forbidImports(ELECTRON, CHARTS, RENDERER, {
      regex: '^#(practice|hosts|main)/',
      message: 'The core knows neither its hosts nor the practice service.',
    }),
  },
  {
    files: ['src-main/practice/**'],
    rules: forbidImports(ELECTRON, CHARTS, RENDERER, {
      regex: '^#(hosts|main|contract)/|^#core/(?!platform/wire/)',
      message: 'The practice service is independent of the program: it imports only the rules and the wire types.',
    }),
  },
  { files: ['src-renderer/**'], rules: forbidImports(ELECTRON, CHARTS, NODE, MAIN) },
  { files: ['src-renderer/chart/**'], rules: forbidImports(ELECTRON, NODE, MAIN) },

  {
    files: ['tests/chaos/checker/**'],
    rules: forbidImports(ELECTRON, CHARTS, {
      regex: '^#(core|practice|rules|contract|hosts|main)/',
      message: 'The checker shares no code with what it judges.',
    }),
  },

  // Inner loops over typed arrays: a check of an index from the loop would cost time in every row.
  {
    files: ['src-renderer/grid/**/*.ts', 'src-renderer/chart/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', '@typescript-eslint/prefer-for-of': 'off' },
  },
  // Inner loops of the figures: `for … of` over a typed array takes up to fifteen times as long as
  // indexes.
  { files: ['src-main/core/review/**/*.ts'], rules: { '@typescript-eslint/prefer-for-of': 'off' } },

  // Tests are read from top to bottom, so their functions may be long. They may use `!`, because a
  // missing value makes the test fail.
  {
    files: ['tests/**'],
    rules: {
      'max-lines-per-function': 'off',
      'no-template-curly-in-string': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      // Tests must contain the addresses that the program refuses.
      'no-script-url': 'off',
    },
  },
  { files: ['**/*.config.ts', '*.js'], rules: { 'no-restricted-syntax': 'off' } },
  { files: SCRIPTS, languageOptions: { globals: globals.node } },
);
