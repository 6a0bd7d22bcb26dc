// Metrics that show how simple the source tree is: lines, short files with one importer
// (fragments), members of core types that are functions, texts in core that read like sentences,
// and cycles between folders.
import { dirname, join } from 'node:path';

/** @typedef {{ name: string, text: string }} SourceFile */
/**
 * @typedef {{ metric: string, value: number, aim: number, examples?: readonly string[] }} Metric
 */

/** A file with fewer lines and only one importer is a fragment. */
const FRAGMENT_LINES = 15;
const SENTENCE = /[A-Za-z]{2,} [a-z]+ /;
const SQL =
  /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|ATTACH|WHERE|ORDER BY|AND \w+ (NOT IN|=)|CASE \w+ WHEN)\b/;

/** @param {string} text */
const lineCount = (text) => text.trimEnd().split('\n').length;

/**
 * The files that each file imports, by their names in the tree.
 * @param {readonly SourceFile[]} files
 * @param {Readonly<Record<string, string>>} aliases
 */
function importsOf(files, aliases) {
  const known = new Set(files.map(({ name }) => name));
  /** @param {string} from @param {string} specifier */
  const resolve = (from, specifier) => {
    if (specifier.startsWith('.')) return join(dirname(from), specifier);
    const alias = Object.keys(aliases).find((one) => specifier.startsWith(one.replace('*', '')));
    if (alias === undefined) return null;
    return join(aliases[alias]?.replace('*', '') ?? '', specifier.slice(alias.length - 1));
  };
  return new Map(
    files.map(({ name, text }) => {
      const specifiers = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)|\bimport '([^']+)'/g)];
      const targets = specifiers.map(([, a, b, c]) => resolve(name, a ?? b ?? c ?? ''));
      return [name, [...new Set(targets.filter((one) => one !== null && known.has(one)))]];
    }),
  );
}

/** @param {ReadonlyMap<string, readonly (string | null)[]>} imports */
function countImporters(imports) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const targets of imports.values())
    for (const target of targets) if (target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  return counts;
}

/**
 * Pairs of folders of core, practice and renderer that import each other.
 * @param {ReadonlyMap<string, readonly (string | null)[]>} imports
 */
function folderCycles(imports) {
  const folderOf = (/** @type {string} */ file) =>
    /^(src-main\/(?:core|practice)|src-renderer)\/([^/]+)\//.exec(file)?.[0];
  /** @type {Set<string>} */
  const edges = new Set();
  for (const [from, targets] of imports)
    for (const target of targets) {
      const a = folderOf(from);
      const b = folderOf(target ?? '');
      if (a !== undefined && b !== undefined && a !== b) edges.add(`${a} ${b}`);
    }
  return [...edges].filter((edge) => {
    const [a = '', b = ''] = edge.split(' ');
    return a < b && edges.has(`${b} ${a}`);
  });
}

/**
 * Texts in core that read like sentences, and members of core types that are functions written as
 * `name: () => …`.
 * @param {typeof import('typescript')} ts
 * @param {readonly SourceFile[]} files
 */
function coreMetrics(ts, files) {
  /** @type {string[]} */
  const sentences = [];
  let functionMembers = 0;
  for (const { name, text } of files) {
    if (!name.startsWith('src-main/core/')) continue;
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
    /** @param {import('typescript').Node} node */
    const visit = (node) => {
      if (ts.isPropertySignature(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type))
        functionMembers += 1;
      if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
        const value = node.getText(source).slice(1, -1);
        const isIgnored =
          ts.isImportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent) || isThrown(ts, node, source);
        if (!isIgnored && SENTENCE.test(value) && !SQL.test(value)) sentences.push(`${name}: ${value.slice(0, 80)}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { sentences, functionMembers };
}

/**
 * Whether a text is the message of an error. A screen shows it at most as the technical reason of a
 * failure.
 * @param {typeof import('typescript')} ts
 * @param {import('typescript').Node} node
 * @param {import('typescript').SourceFile} source
 */
const isThrown = (ts, node, source) =>
  ts.isNewExpression(node.parent) && /^(Error|TypeError|RangeError)$/.test(node.parent.expression.getText(source));

/**
 * @param {typeof import('typescript')} ts
 * @param {readonly SourceFile[]} files product files
 * @param {Readonly<Record<string, string>>} aliases the `imports` of package.json
 * @returns {Metric[]}
 */
export function treeMetrics(ts, files, aliases) {
  const imports = importsOf(files, aliases);
  const importerCounts = countImporters(imports);
  const fragments = files.filter(
    ({ name, text }) => lineCount(text) < FRAGMENT_LINES && importerCounts.get(name) === 1,
  );
  const { sentences, functionMembers } = coreMetrics(ts, files);
  const cycles = folderCycles(imports);
  return [
    { metric: 'product lines', value: files.reduce((sum, { text }) => sum + lineCount(text), 0), aim: 68_000 },
    { metric: 'files', value: files.length, aim: 1_000 },
    {
      metric: `files under ${FRAGMENT_LINES} lines with one importer`,
      value: fragments.length,
      aim: 15,
      examples: fragments.map(({ name }) => name),
    },
    { metric: 'function-valued members in types of core', value: functionMembers, aim: 30 },
    { metric: 'sentences in core', value: sentences.length, aim: 0, examples: sentences },
    { metric: 'cycles between folders', value: cycles.length, aim: 0, examples: cycles },
  ];
}
