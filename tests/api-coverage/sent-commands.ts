import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { specifiedCommands } from './specification.ts';

const core = fileURLToPath(new URL('../../src-main/core/', import.meta.url));
/** The table of endpoints names every command, sent or not. */
const table = join(core, 'platform', 'endpoints.ts');

/** The commands that occur in a file of core, other than the table of endpoints and wire types. */
export function sentCommands(): Set<string> {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .map((name) => join(core, name))
    .filter((name) => name.endsWith('.ts') && name !== table && !name.includes(join('platform', 'wire')));
  const text = files.map((name) => readFileSync(name, 'utf8')).join('\n');
  return new Set(Object.keys(specifiedCommands).filter((name) => text.includes(`'${name}'`)));
}
