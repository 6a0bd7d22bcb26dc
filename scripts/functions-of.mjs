/** @typedef {{ what: string, lines: number }} Measure */

/**
 * The functions of a module or of the scripts of a component. `what` is the place in the file,
 * `lines` the length.
 * @param {typeof import('typescript')} ts
 * @param {string} name
 * @param {string} text
 * @returns {Measure[]}
 */
export function functionsOf(ts, name, text) {
  const code = name.endsWith('.svelte') ? onlyScripts(text) : text;
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  /** @type {Measure[]} */
  const found = [];
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const start = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const end = source.getLineAndCharacterOfPosition(node.end).line;
      found.push({ what: `${name}:${start + 1}`, lines: end - start + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The scripts of a component. Everything else becomes empty lines, so that line numbers stay right.
 * @param {string} text
 */
function onlyScripts(text) {
  let code = '';
  let end = 0;
  for (const { index, 0: element, 1: script = '' } of text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    const start = index + element.indexOf('>') + 1;
    code += emptyLines(text.slice(end, start)) + script;
    end = start + script.length;
  }
  return code;
}

/** @param {string} text */
const emptyLines = (text) => text.replace(/[^\n]/g, '');
