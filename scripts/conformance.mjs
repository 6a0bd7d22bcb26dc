// npm run conformance: counts the cases of the practice service and its rules by section of the
// specification. The exit code is 1 if a section has no case or a case fails.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { conformanceReport, conformanceSummary, conformanceTable } from './conformance-report.mjs';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { inModules, inRoot } from './project.mjs';
import { runTool } from './run-gate.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { UserError } from './user-error.mjs';

const LIMIT_SECONDS = 1800;

/** @param {string} file @returns {Promise<{ report: import('./conformance-report.mjs').VitestReport, output: string }>} */
async function runSuites(file) {
  const projects = ['rules', 'conformance'].flatMap((project) => ['--project', project]);
  const args = ['run', ...projects, '--reporter=json', `--outputFile.json=${file}`];
  const { output } = await runTool(inModules('vitest', 'vitest.mjs'), args, {
    cwd: inRoot(),
    limitSeconds: LIMIT_SECONDS,
  });
  if (!existsSync(file)) throw new UserError(`the suites left no report\n${output}`, 1);
  return { report: JSON.parse(readFileSync(file, 'utf8')), output };
}

await runMain(async () => {
  // There are no flags: any flag is an error.
  parseArgs({ args: process.argv.slice(2) });
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  const { SECTIONS } = await import('#tests/conformance/sections.ts');
  const folder = mkdtempSync(join(tmpdir(), 'stratdesk-conformance-'));
  try {
    const { report } = await runSuites(join(folder, 'report.json'));
    const result = conformanceReport(report, SECTIONS);
    writeFileSync(inRoot('conformance.txt'), `${conformanceTable(result)}\n`);
    console.log(conformanceSummary(result));
    for (const problem of result.problems) console.log(problem);
    console.log('Cases of each section: conformance.txt');
    return result.problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
