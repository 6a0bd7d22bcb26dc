// Counts, in the report of vitest, the cases for each section of the specification.

/** @typedef {{ fullName: string, status: string }} Case */
/** @typedef {{ testResults: readonly { name: string, status: string, message?: string, assertionResults: readonly Case[] }[] }} VitestReport */
/** @typedef {{ section: string, cases: number, passed: number }} Row */
/** @typedef {{ rows: readonly Row[], problems: readonly string[], untagged: number }} Report */

const TAG = /\[([A-Z][^\][]*)\]/g;

/** @param {string} title */
const tagsOf = (title) => new Set([...title.matchAll(TAG)].map((match) => match[1] ?? ''));

/**
 * Adds the cases to the counts in the rows. Returns what the rows do not show.
 * @param {ReadonlyMap<string, Row>} rows
 * @param {readonly Case[]} cases
 */
function count(rows, cases) {
  let untagged = 0;
  /** @type {string[]} */
  const problems = [];
  for (const { fullName, status } of cases) {
    if (status !== 'passed' && status !== 'failed') continue;
    const tags = tagsOf(fullName);
    if (tags.size === 0) untagged += 1;
    if (status === 'failed') problems.push(`failed: ${fullName}`);
    for (const tag of tags) {
      const row = rows.get(tag);
      if (row === undefined) problems.push(`no such section: [${tag}] in ${fullName}`);
      else row.cases += 1;
      if (row !== undefined && status === 'passed') row.passed += 1;
    }
  }
  return { untagged, problems };
}

/**
 * A row for each section, and the problems: a section without a case that ran, a failed case, a
 * file that could not be run, a tag that names no section. A skipped case does not count.
 * @param {VitestReport} report
 * @param {readonly string[]} sections
 * @returns {Report}
 */
export function conformanceReport({ testResults }, sections) {
  const rows = new Map(sections.map((section) => [section, { section, cases: 0, passed: 0 }]));
  const cases = testResults.flatMap((file) => file.assertionResults);
  const { untagged, problems } = count(rows, cases);
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const all = [...rows.values()];
  const empty = all.filter((row) => row.cases === 0).map((row) => `empty: ${row.section}`);
  const notRun = broken.map((file) => `not run: ${file.name} ${file.message ?? ''}`.trim());
  return { rows: all, problems: [...notRun, ...problems, ...empty], untagged };
}

/** @param {Report} report */
export function conformanceSummary({ rows, untagged }) {
  const filled = rows.filter((row) => row.cases > 0).length;
  return `${rows.length} sections, ${filled} with cases; ${untagged} cases without a section`;
}

/** @param {Report} report */
export function conformanceTable(report) {
  const { rows } = report;
  const width = Math.max(...rows.map((row) => row.section.length), 'section'.length);
  /** @param {string} section @param {string} cases @param {string} passed */
  const line = (section, cases, passed) => `${section.padEnd(width)}  ${cases.padStart(6)}  ${passed.padStart(6)}`;
  const lines = rows.map((row) => line(row.section, String(row.cases), String(row.passed)));
  return [line('section', 'cases', 'passed'), ...lines, '', conformanceSummary(report)].join('\n');
}
