import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import type { Part } from './measure.ts';

/**
 * Runs one part in its own process: `node --expose-gc run-part.ts NAME --out=FILE [--quick]`.
 * scripts/bench.mjs calls it.
 */
const { values, positionals } = parseArgs({
  options: { out: { type: 'string' }, quick: { type: 'boolean' } },
  allowPositionals: true,
});
const [name = ''] = positionals;
if (values.out === undefined) throw new Error('--out=FILE is missing');
const module = (await import(`./parts/${name}.ts`)) as { readonly part: Part };
const result = await module.part.run({ quick: values.quick ?? false });
writeFileSync(values.out, JSON.stringify({ about: module.part.about, ...result }));
