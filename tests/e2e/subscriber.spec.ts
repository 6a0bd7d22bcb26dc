// The access of a key to strategies: a subscribed strategy is read-only, and a private platform has
// no roster.
import { join } from 'node:path';
import { startRemote, stopRemote, type RemoteService } from './remote-service.ts';
import { connect } from './connect.ts';
import { expect, test } from './program.ts';
import { goTo } from './ticket.ts';

/** Sends a request as another program of the same person. */
async function ask({ baseUrl, apikey }: RemoteService, command: string, fields: object): Promise<unknown> {
  const answer = await fetch(`${baseUrl}/world/apiv3/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apikey, ...fields }),
  });
  return answer.json();
}

test('a subscribed strategy shows positions and lists, but has no ticket, arming or panic', async ({ program }) => {
  test.setTimeout(240_000);
  const service = await startRemote(join(program.dataDir, 'afar'), '0');
  try {
    const { response } = (await ask(service, 'getSystemRoster', {})) as {
      response: { system_id: string; system_name: string; ownerpersonid: string }[];
    };
    const otherStrategy = response.find(({ ownerpersonid }) => ownerpersonid !== service.personid);
    const wanted = { systemid: otherStrategy?.system_id, personid: service.personid };
    expect(await ask(service, 'subscribeToStrategy', wanted)).toMatchObject({ ok: '1' });

    const page = await program.start();
    await connect(page, 'Afar', service);
    await goTo(page, 'Trade');
    await expect(page.getByRole('form', { name: 'Order ticket' })).toBeVisible();
    // Three panels show an age: orders, positions and the target portfolio.
    await expect(page.getByRole('main').getByText(/^Updated/)).toHaveCount(3, { timeout: 60_000 });
    await page.getByLabel('Strategy', { exact: true }).selectOption({ label: otherStrategy?.system_name ?? '' });

    await expect(page.getByText('You subscribe to this strategy: its owner enters the orders.')).toBeVisible({
      timeout: 120_000,
    });
    await expect(page.getByRole('form', { name: 'Order ticket' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Panic/ })).toBeDisabled();
    await expect(page.getByRole('button', { name: /^Arm/ })).toBeDisabled();
    await expect(page.getByRole('grid', { name: 'Positions' })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^Updated/)).toHaveCount(2, { timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Cancel all' })).toBeDisabled();

    await goTo(page, 'Strategies');
    await expect(page.getByText('Only the owner of this strategy may read this.').first()).toBeVisible();
    await page.getByLabel('Strategy', { exact: true }).selectOption({ index: 0 });
    await goTo(page, 'Trade');
    await expect(page.getByRole('form', { name: 'Order ticket' })).toBeVisible();
  } finally {
    await stopRemote(service);
  }
});

test('a connection to a private platform has no roster', async ({ program }) => {
  test.setTimeout(120_000);
  const service = await startRemote(join(program.dataDir, 'afar'), '0');
  try {
    const page = await program.start();
    await connect(page, 'Ours', { baseUrl: service.baseUrl, ...service.platform });
    await goTo(page, 'Strategies');
    await expect(page.getByRole('radio', { name: 'My strategies' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Roster' })).toHaveCount(0);
    await expect(page.getByRole('radio', { name: 'Subscriptions' })).toHaveCount(0);
    await expect(page.getByRole('grid', { name: 'Strategies' }).getByRole('row').nth(1)).toBeVisible({
      timeout: 60_000,
    });
  } finally {
    await stopRemote(service);
  }
});
