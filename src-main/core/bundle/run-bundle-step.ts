import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProblemOf, BundleProblem } from './bundle-problem.ts';
import type { BundleStep, BundleStepAnswer } from './bundle-step.ts';
import { checkMembers } from './check-members.ts';
import { copyCache, copyHistory } from './copy-cache.ts';
import { copyNotes } from './copy-notes.ts';
import { packBundle } from './pack-bundle.ts';
import { unpackBundle, verifyBundle } from './read-bundle.ts';

/** In the thread of bundles. Throws for bugs alone. */
export async function runBundleStep(step: BundleStep): Promise<BundleStepAnswer> {
  try {
    return await ran(step);
  } catch (error) {
    const problem = bundleProblemOf(error);
    if (problem === null) throw error;
    return { ok: false, code: problem.code, message: problem.message };
  }
}

type Of<Kind extends BundleStep['kind']> = Extract<BundleStep, { kind: Kind }>;

async function ran(step: BundleStep): Promise<BundleStepAnswer> {
  switch (step.kind) {
    case 'add':
      return added(step);
    case 'pack':
      return packed(step);
    case 'unpack':
      return unpacked(step);
  }
}

function added({ folder, systemId, sources, pictures }: Of<'add'>): BundleStepAnswer {
  const { cache, history, notes } = sources;
  if (!copyCache(cache, join(folder, 'cache.db'), systemId)) {
    throw new BundleProblem('unknown-strategy', `Nothing is stored of strategy ${systemId}. Nothing was made.`);
  }
  if (history !== null) copyHistory(history, join(folder, 'history.db'), systemId);
  if (notes !== null) copyNotes(notes, join(folder, 'notes.db'), systemId, pictures);
  return { ok: true, bytes: 0, facts: null };
}

async function packed({ folder, target, about, stops }: Of<'pack'>): Promise<BundleStepAnswer> {
  writeFileSync(join(folder, 'stops.json'), JSON.stringify(stops), { mode: 0o600 });
  // What could not be opened again must not be handed out.
  const content = checkMembers(folder);
  const { program, madeAt, mode, connection } = about;
  return {
    ok: true,
    bytes: await packBundle(folder, target, about),
    facts: { program, madeAt, mode, connection, ...content },
  };
}

async function unpacked({ file, folder }: Of<'unpack'>): Promise<BundleStepAnswer> {
  const head = await verifyBundle(file);
  await unpackBundle(file, head, folder);
  const { program, madeAt, mode, connection } = head.manifest;
  return { ok: true, bytes: 0, facts: { program, madeAt, mode, connection, ...checkMembers(folder) } };
}
