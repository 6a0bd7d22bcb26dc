import { canaryUsed } from '#core/review/canary-unused-export.ts';
import { canaryUnlisted } from '#core/review/canary-unlisted.ts';

void canaryUsed;
void canaryUnlisted;
