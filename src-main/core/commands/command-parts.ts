import type { PreferencesResult } from '#core/profiles/cached-preferences.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import type { BundleDesk } from '#core/bundle/bundle-desk.ts';
import type { Notices } from '#core/events/notices.ts';
import type { Shortcuts } from '#core/events/shortcuts.ts';
import type { ActivityLog } from '#core/platform/activity-log.ts';
import type { Ports } from '#core/ports.ts';
import type { PracticeControl } from '#core/profiles/practice-control.ts';
import type { Profiles } from '#core/profiles/profiles.ts';
import type { RiskKeeper } from '#core/orders/risk/risk-keeper.ts';
import type { DeskFiles } from '#core/session/desk-files.ts';
import type { Sessions } from '#core/session/sessions.ts';
import type { Storage } from '#core/storage/storage.ts';

/** The parts that the commands use. The commands themselves have no state. */
export type CommandParts = {
  readonly ports: Ports;
  readonly sessions: Sessions;
  readonly storage: Storage;
  readonly files: DeskFiles;
  readonly profiles: Profiles;
  readonly risk: RiskKeeper;
  readonly practice: PracticeControl;
  readonly bundles: BundleDesk;
  readonly activity: ActivityLog;
  readonly notices: Notices;
  readonly shortcuts: Shortcuts;
  readonly preferences: {
    get(): Preferences;
    /** `not-stored`: the file could not be written; the change is valid in this run only. */
    set(change: Partial<Preferences>): PreferencesResult;
  };
};
