import { appCommands } from './app-commands.ts';
import { autoTradeCommands } from './autotrade-commands.ts';
import { bundleCommands } from './bundle-commands.ts';
import { changeCommands } from './change-commands.ts';
import type { CommandParts } from './command-parts.ts';
import type { CommandTable } from './command-table.ts';
import { desiredCommands } from './desired-commands.ts';
import { deskCommands } from './desk-commands.ts';
import { historyCommands } from './history-commands.ts';
import { notesCommands } from './notes-commands.ts';
import { orderCommands } from './order-commands.ts';
import { peopleCommands } from './people-commands.ts';
import { personCommands } from './person-commands.ts';
import { practiceCommands } from './practice-commands.ts';
import { profileCommands } from './profile-commands.ts';
import { readCommands } from './read-commands.ts';
import { recoveryCommands } from './recovery-commands.ts';
import { rehearsalCommands } from './rehearsal-commands.ts';
import { reviewCommands } from './review-commands.ts';
import { subscriptionCommands } from './subscription-commands.ts';
import { storageCommands } from './storage-commands.ts';
import { strategyCommands } from './strategy-commands.ts';

export function createCommandTable(parts: CommandParts): CommandTable {
  return {
    ...appCommands(parts),
    ...profileCommands(parts),
    ...readCommands(parts),
    ...reviewCommands(parts),
    ...historyCommands(parts),
    ...orderCommands(parts),
    ...deskCommands(parts),
    ...desiredCommands(parts),
    ...rehearsalCommands(parts),
    ...notesCommands(parts),
    ...peopleCommands(parts),
    ...personCommands(parts),
    ...autoTradeCommands(parts),
    ...subscriptionCommands(parts),
    ...changeCommands(parts),
    ...strategyCommands(parts),
    ...storageCommands(parts),
    ...practiceCommands(parts),
    ...bundleCommands(parts),
    ...recoveryCommands(parts),
  };
}
