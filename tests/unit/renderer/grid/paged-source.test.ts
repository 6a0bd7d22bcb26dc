import { describe, expect, it } from 'vitest';
import { PagedSource, type Page, type PageRequest } from '#renderer/grid/paged-source.ts';
import { gridSort, sample, viewIds, type Sample } from './grid-fixture.ts';

/** A page function. The test decides when it answers. */
class PageServer {
  readonly requests: {
    request: PageRequest;
    signal: AbortSignal;
    answer: (page: Page<Sample>) => void;
    fail: () => void;
  }[] = [];

  readonly fetch = (request: PageRequest, signal: AbortSignal): Promise<Page<Sample>> => {
    const { promise, resolve, reject } = Promise.withResolvers<Page<Sample>>();
    this.requests.push({
      request,
      signal,
      answer: resolve,
      fail: () => reject(new Error('the cache is not readable')),
    });
    return promise;
  };

  async answer(at: number, total = 10, tag = ''): Promise<void> {
    const { request, answer } = this.requests[at] ?? expect.fail(`request ${at} was never made`);
    const size = Math.max(0, Math.min(request.limit, total - request.offset));
    answer({ rows: Array.from({ length: size }, (_, i) => sample(`${tag}${request.offset + i}`, tag)), total });
    await awaitHandling();
  }
}

/** Waits until the answers were handled. */
async function awaitHandling(): Promise<void> {
  for (let i = 0; i < 5; i++) await Promise.resolve();
}

function rig(): { server: PageServer; source: PagedSource<Sample>; changes: string[] } {
  const server = new PageServer();
  const source = new PagedSource<Sample>({ fetch: server.fetch, pageSize: 4, maxPages: 2 });
  const changes: string[] = [];
  source.subscribe((change) => changes.push(change));
  return { server, source, changes };
}

describe('rows read by page', () => {
  it('requests the visible pages and shows placeholders until they are loaded', async () => {
    const { server, source } = rig();
    expect(source.state).toBe('loading');
    source.setVisibleRange(0, 3);
    await server.answer(0);
    expect([source.state, source.count, source.row(3)?.id, source.row(4)]).toEqual(['ready', 10, '3', undefined]);
    source.setVisibleRange(3, 6);
    expect(server.requests.map((entry) => entry.request.offset)).toEqual([0, 4]);
    await server.answer(1);
    expect(source.row(4)?.id).toBe('4');
    source.setVisibleRange(0, 8);
    expect(server.requests.length).toBe(2);
  });

  it('shows the old rows until the new order is loaded, and ignores late answers', async () => {
    const { server, source, changes } = rig();
    source.setVisibleRange(0, 4);
    await server.answer(0);
    source.setSort(gridSort('pl'));
    source.setSort(gridSort('pl', true));
    expect(server.requests.map((entry) => entry.request.sort?.descending)).toEqual([undefined, false, true]);
    expect(server.requests[1]?.signal.aborted).toBe(true);
    await server.answer(1, 10, 'late');
    expect(source.row(0)?.id).toBe('0');
    await server.answer(2, 10, 'new');
    expect(source.row(0)?.id).toBe('new0');
    expect(source.indexOf('0')).toBeUndefined();
    expect(changes).toEqual(['rows', 'order']);
  });

  it('reads the visible pages again on reload without removing rows', async () => {
    const { server, source } = rig();
    source.setVisibleRange(0, 4);
    await server.answer(0);
    source.reload();
    expect(source.row(0)?.id).toBe('0');
    await server.answer(1, 3, 'again');
    expect(viewIds(source)).toEqual(['again0', 'again1', 'again2']);
    expect(source.indexOf('0')).toBe(-1);
  });

  it('removes all rows immediately when other rows are requested', async () => {
    const { server, source, changes } = rig();
    source.setVisibleRange(0, 4);
    await server.answer(0, 10);
    source.clearAndReload();
    expect([source.state, source.count, source.row(0), source.get('0')]).toEqual(['loading', 0, undefined, undefined]);
    expect(changes).toEqual(['rows', 'order']);
    await server.answer(1, 3, 'other');
    expect(viewIds(source)).toEqual(['other0', 'other1', 'other2']);
    // With a search text, the total of all rows is not known. The earlier total is not kept.
    source.setText('other');
    source.clearAndReload();
    expect(source.total).toBe(0);
  });

  it('removes the rows of the previous text when the request for a new text fails', async () => {
    const { server, source } = rig();
    source.setVisibleRange(0, 4);
    await server.answer(0, 10);
    source.setText('aapl');
    expect(source.row(0)?.id).toBe('0');
    server.requests[1]?.fail();
    await awaitHandling();
    expect([source.state, source.count, source.row(0)]).toEqual(['failed', 0, undefined]);
    source.retry();
    await server.answer(2, 1, 'aapl');
    expect(viewIds(source)).toEqual(['aapl0']);
    // Rows of the same text remain.
    source.reload();
    server.requests[3]?.fail();
    await awaitHandling();
    expect([source.state, viewIds(source)]).toEqual(['failed', ['aapl0']]);
  });

  it('sends at most two requests during fast scrolling, then reads the final position', async () => {
    const { server, source } = rig();
    source.setVisibleRange(0, 4);
    await server.answer(0, 400);
    for (let top = 10; top < 300; top += 10) source.setVisibleRange(top, top + 4);
    expect(server.requests.length).toBe(3);
    source.setVisibleRange(300, 304);
    await server.answer(1, 400);
    await server.answer(2, 400);
    expect(server.requests.at(-1)?.request.offset).toBe(300);
  });

  it('drops the hidden pages that were read earliest', async () => {
    const { server, source } = rig();
    for (const [at, first] of [0, 4, 8].entries()) {
      source.setVisibleRange(first, first + 4);
      await server.answer(at, 100);
    }
    expect([source.row(0), source.row(4)?.id, source.row(8)?.id]).toEqual([undefined, '4', '8']);
  });

  it('reports a failure once, keeps its rows, and reads again on retry', async () => {
    const { server, source } = rig();
    source.setVisibleRange(0, 4);
    await server.answer(0);
    source.setVisibleRange(4, 8);
    server.requests[1]?.fail();
    await awaitHandling();
    expect([source.state, source.failure, source.row(0)?.id]).toEqual(['failed', 'the cache is not readable', '0']);
    source.setVisibleRange(4, 8);
    expect(server.requests.length).toBe(2);
    source.retry();
    await server.answer(2);
    expect([source.state, source.failure]).toEqual(['ready', null]);
  });

  it('shows an empty table as loading after "Try again" and for a new text, but not for a reload', async () => {
    const { server, source } = rig();
    const states: string[] = [];
    source.subscribe(() => states.push(source.state));
    source.setVisibleRange(0, 4);
    server.requests[0]?.fail();
    await awaitHandling();
    source.retry();
    expect(states).toEqual(['failed', 'loading']);
    await server.answer(1, 0);
    source.setText('aapl');
    expect(states).toEqual(['failed', 'loading', 'ready', 'loading']);
    await server.answer(2, 0);
    source.reload();
    expect(states).toEqual(['failed', 'loading', 'ready', 'loading', 'ready']);
  });

  it('counts the matching rows and all rows', async () => {
    const { server, source } = rig();
    source.setVisibleRange(0, 4);
    await server.answer(0, 10);
    source.setText(' aapl ');
    expect(server.requests[1]?.request.text).toBe('aapl');
    await server.answer(1, 2);
    expect([source.count, source.total]).toEqual([2, 10]);
  });
});
