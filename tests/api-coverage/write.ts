import { writeFileSync } from 'node:fs';
import { coveragePage } from './coverage-page.ts';
import { sentCommands } from './sent-commands.ts';

writeFileSync(new URL('../../docs/spec/coverage.md', import.meta.url), coveragePage(sentCommands()));
