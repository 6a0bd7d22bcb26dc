import type { StoredTables } from '#core/salvage/salvage-file.ts';
import { migrations } from '#core/cache/tables/migrations.ts';

/** Everything in the cache can be read again, so no row of a damaged file is salvaged. */
export const cacheTables: StoredTables = { migrations, salvage: null };
