// The table of ARCHITECTURE.md as rules. Paths are those of the resolved files. `tests/canary` adds
// one forbidden import of each kind and fails if an alias (`#core/…`) or a `.svelte` file is not
// followed. Packages are matched by `node_modules/<name>/` anywhere in the path, because
// node_modules may be a link.

const CORE = '^src-main/core/';
const PACKAGE = (name) => `(^|/)node_modules/${name}/`;

/** The packages that main may import. All but electron and keytar are part of its bundle. */
const MAIN_PACKAGES = [
  'electron',
  'keytar',
  'typebox',
  'fastify',
  '@fastify/static',
  '@fastify/websocket',
  'temporal-polyfill',
  'got',
  'electron-store',
  'conf',
  'pino',
  'big[.]js',
];

/** Tiers of the renderer, highest first. A tier imports only lower ones. */
const RENDERER_TIERS = [
  ['app', 'gallery'],
  ['views'],
  [
    'orders',
    'trades',
    'equity',
    'performance',
    'report',
    'history',
    'bundle',
    'export',
    'strategies',
    'targets',
    'activity',
    'autotrade',
    'plan',
    'people',
    'settings',
    'practice',
    'chart',
    'grid',
    'stores',
  ],
  ['ui'],
  ['format', 'messages'],
];

const tierRules = RENDERER_TIERS.slice(1).map((tier, index) => ({
  name: `renderer-tiers-down-${tier[0]}`,
  comment: `src-renderer/{${tier.join(',')}} imports only its own tier and those below.`,
  severity: 'error',
  from: { path: `^src-renderer/(${tier.join('|')})/` },
  to: {
    path: `^src-renderer/(${RENDERER_TIERS.slice(0, index + 1)
      .flat()
      .join('|')})/`,
  },
}));

/** The services of the core: the layer below the commands and above the pacer and the platform. */
const SERVICES =
  '^src-main/core/(orders|session|sync|bundle|profiles|review|report|history|strategies|trades|equity|activity|settings)/';

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment:
        'The files of a cycle cannot be read one after the other. The type Message is the only exception, because a message can contain a message.',
      from: { pathNot: '^src-preload/contract/messages?[./]' },
      to: { circular: true },
    },
    {
      name: 'not-resolvable',
      severity: 'error',
      comment: 'An import that cannot be resolved is not checked by the rules below.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'bundled-packages',
      severity: 'error',
      comment: 'Main imports only the packages of MAIN_PACKAGES. A tool of the build or of the tests is not shipped.',
      from: { path: '^src-main/' },
      to: {
        dependencyTypes: ['npm', 'npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: MAIN_PACKAGES.map(PACKAGE),
      },
    },
    {
      name: 'contract-alone',
      severity: 'error',
      comment: 'The contract imports only its own files and the schema library.',
      from: { path: '^src-preload/contract/' },
      to: { pathNot: ['^src-preload/contract/', PACKAGE('typebox')] },
    },
    {
      name: 'preload-thin',
      severity: 'error',
      comment: 'The preload binds the contract to electron and knows nothing else.',
      from: { path: '^src-preload/index\\.ts$' },
      to: { pathNot: ['^src-preload/contract/', PACKAGE('electron'), PACKAGE('typebox')] },
    },
    {
      name: 'rules-alone',
      severity: 'error',
      comment: 'The rules of the platform are pure functions. They import only files of their own folder.',
      from: { path: '^src-main/rules/' },
      to: { pathNot: '^src-main/rules/' },
    },
    {
      name: 'folders-have-no-cycles',
      severity: 'error',
      comment: 'The folders of a cycle cannot be read one after the other.',
      scope: 'folder',
      from: { path: '^src-main/(rules/|core/(cache|salvage|sqlite)$)' },
      to: { circular: true },
    },
    {
      name: 'core-knows-no-host',
      severity: 'error',
      comment: 'The core is plain Node and runs under any host.',
      from: { path: CORE },
      to: {
        path: [
          '^src-main/(hosts|practice)/',
          '^src-main/[^/]+\\.ts$',
          '^src-renderer/',
          '^src-preload/index\\.ts$',
          '^tests/',
          PACKAGE('electron'),
        ],
      },
    },
    {
      name: 'core-commands-on-top',
      severity: 'error',
      comment: 'commands → services → pacer → platform: only the composition sees the command table.',
      from: { path: CORE, pathNot: ['^src-main/core/commands/', '^src-main/core/compose\\.ts$'] },
      to: { path: '^src-main/core/commands/' },
    },
    {
      name: 'core-commands-through-services',
      severity: 'error',
      comment: 'A command is thin: what leaves the machine goes through a service and the pacer.',
      from: { path: '^src-main/core/commands/' },
      to: { path: '^src-main/core/(platform|pacer)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'core-platform-at-the-bottom',
      severity: 'error',
      comment: 'Neither the pacer nor the client knows what a request is for.',
      from: { path: '^src-main/core/(platform|pacer)/' },
      to: { path: ['^src-main/core/(commands|cache)/', SERVICES] },
    },
    {
      name: 'core-leaves',
      severity: 'error',
      comment: 'Everything may import cache and events. They import no commands, services, pacer or platform.',
      from: { path: '^src-main/core/(cache|events)/' },
      to: { path: ['^src-main/core/(commands|pacer|platform)/', SERVICES] },
    },
    {
      name: 'practice-independent',
      severity: 'error',
      comment: 'The practice service is independent of the program. It imports only the rules and the wire types.',
      from: { path: '^src-main/practice/' },
      to: {
        path: ['^src-main/(?!practice/|rules/)', '^src-preload/', '^src-renderer/', '^tests/', PACKAGE('electron')],
        pathNot: '^src-main/core/platform/wire/',
      },
    },
    {
      name: 'practice-wire-types-only',
      severity: 'error',
      comment:
        'The practice service imports only types of the wire folder. With schemas of the core, its checks would not be independent.',
      from: { path: '^src-main/practice/' },
      to: { path: '^src-main/core/platform/wire/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'host-electron-alone',
      severity: 'error',
      comment: 'The hosts do not know each other.',
      from: { path: '^src-main/hosts/electron/' },
      to: { path: ['^src-main/hosts/browser/', '^src-main/practice/', '^src-renderer/', '^tests/'] },
    },
    {
      name: 'host-desktop-below-hosts',
      severity: 'error',
      comment: 'The folder desktop is shared by the two hosts and imports neither of them.',
      from: { path: '^src-main/hosts/desktop/' },
      to: { path: ['^src-main/hosts/(?!desktop/)', '^src-main/practice/', '^src-main/[^/]+\\.ts$'] },
    },
    {
      name: 'host-browser-alone',
      severity: 'error',
      comment: 'The browser host runs under plain Node: importing electron there starts a download.',
      from: { path: '^src-main/(hosts/(browser|desktop)/|(browser|desktop|practice)\\.ts$)' },
      to: {
        path: ['^src-main/hosts/electron/', '^src-main/index\\.ts$', '^src-renderer/', '^tests/', PACKAGE('electron')],
      },
    },
    {
      name: 'main-knows-no-renderer',
      severity: 'error',
      comment: 'Composition roots see everything in the main process, and nothing of the page.',
      from: { path: '^src-main/' },
      to: { path: ['^src-renderer/', '^tests/'] },
    },
    {
      name: 'electron-only-in-its-shell',
      severity: 'error',
      comment: 'Nothing but the Electron root, host and preload imports electron.',
      from: { pathNot: ['^src-main/index\\.ts$', '^src-main/hosts/electron/', '^src-preload/index\\.ts$'] },
      to: { path: PACKAGE('electron') },
    },
    {
      name: 'renderer-knows-the-contract-only',
      severity: 'error',
      comment: 'The page reaches the program through the bridge.',
      from: { path: '^src-renderer/' },
      to: { path: ['^src-main/', '^src-preload/index\\.ts$', '^tests/', PACKAGE('electron')] },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      comment: 'The page runs in a sandbox.',
      from: { path: '^src-renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    ...tierRules,
    {
      name: 'renderer-folder-has-a-tier',
      severity: 'error',
      comment: 'No rule applies to a folder without a tier: add the folder to RENDERER_TIERS.',
      from: { path: '^src-renderer/', pathNot: [`^src-renderer/(${RENDERER_TIERS.flat().join('|')})/`] },
      to: {},
    },
    {
      name: 'charts-in-one-place',
      severity: 'error',
      comment: 'Only src-renderer/chart imports lightweight-charts. It passes a windowed series, never raw points.',
      from: { pathNot: '^src-renderer/chart/' },
      to: { path: PACKAGE('lightweight-charts') },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^out/' },
    // Types are dependencies too: a type of the contract must not be defined in the core.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'svelte', 'browser', 'node', 'types', 'default'],
      extensions: ['.ts', '.svelte', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
