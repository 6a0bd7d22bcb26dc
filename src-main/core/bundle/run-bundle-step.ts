import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProblemOf, BundleProblem } from './bundle-problem.ts';
import type { BundleStep, BundleStepAnswer } from './bundle-step.ts';
import { checkMembers } from './check-members.ts';
import { copyCache, copyHistory } from './copy-cache.ts';
import { copyNotes } from './copy-notes.ts';
import { packBundle } from './pack-bundle.ts';
import { unpackBundle, verifyBundle } from './read-bundle.ts';

/** Runs on the bundle thread. Throws for bugs only. */
export async function runBundleStep(step: BundleStep): Promise<BundleStepAnswer> {
  try {
    return await run(step);
  } catch (error) {
    const problem = bundleProblemOf(error);
    if (problem === null) throw error;
    return { ok: false, code: problem.code, message: problem.reason };
  }
}

type StepOf<Kind extends BundleStep['kind']> = Extract<BundleStep, { kind: Kind }>;

async function run(step: BundleStep): Promise<BundleStepAnswer> {
  switch (step.kind) {
    case 'add':
      return add(step);
    case 'pack':
      return pack(step);
    case 'unpack':
      return unpack(step);
  }
}

function add({ folder, systemId, sources, pictures }: StepOf<'add'>): BundleStepAnswer {
  const { cache, history, notes } = sources;
  if (!copyCache(cache, join(folder, 'cache.db'), systemId)) {
    throw new BundleProblem('unknown-strategy', { code: 'bundle.nothing-stored', systemId });
  }
  if (history !== null) copyHistory(history, join(folder, 'history.db'), systemId);
  if (notes !== null) copyNotes(notes, join(folder, 'notes.db'), systemId, pictures);
  return { ok: true, bytes: 0, facts: null };
}

async function pack({ folder, target, about, stops }: StepOf<'pack'>): Promise<BundleStepAnswer> {
  writeFileSync(join(folder, 'stops.json'), JSON.stringify(stops), { mode: 0o600 });
  // A bundle that could not be opened again must not be handed out.
  const content = checkMembers(folder);
  const { program, madeAt, mode, connection } = about;
  return {
    ok: true,
    bytes: await packBundle(folder, target, about),
    facts: { program, madeAt, mode, connection, ...content },
  };
}

async function unpack({ file, folder }: StepOf<'unpack'>): Promise<BundleStepAnswer> {
  const head = await verifyBundle(file);
  await unpackBundle(file, head, folder);
  const { program, madeAt, mode, connection } = head.manifest;
  return { ok: true, bytes: 0, facts: { program, madeAt, mode, connection, ...checkMembers(folder) } };
}
