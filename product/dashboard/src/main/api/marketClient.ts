import { EventStreamParser } from './eventStream';
import { ApiError, HttpClient } from './httpClient';
import type {
  Account,
  Alternative,
  Bag,
  BagDraft,
  BagList,
  ChosenFile,
  TaskCells,
  Clearing,
  Composition,
  Explanation,
  Pack,
  PackList,
  Part,
  Provider,
  ProviderRecord,
  Share,
  Submission,
  Task,
  WorkOrder,
} from './types';
import { hasEnded } from './types';

const MIN_BACKOFF_MILLIS = 500;
const MAX_BACKOFF_MILLIS = 10_000;

/** Longer than the server's interval between keep-alive comments. */
const STREAM_TIMEOUT_MILLIS = 45_000;

/** The page shows a log up to this size; the whole log is a download. */
export const MAX_LOG_BYTES = 512 << 10;

/** Client of the market's REST API, for one user. */
export class MarketClient extends HttpClient {
  bags(limit: number, cursor: string | null, signal: AbortSignal): Promise<BagList> {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return this.get(`/v1/bags?limit=${limit}${from}`, signal);
  }

  bag(id: string, signal?: AbortSignal): Promise<Bag> {
    return this.get(path(id), signal);
  }

  offers(id: string, signal?: AbortSignal): Promise<Explanation> {
    return this.get(`${path(id)}/offers`, signal);
  }

  async parts(id: string, signal?: AbortSignal): Promise<Part[]> {
    return (await this.get<{ parts: Part[] }>(`${path(id)}/parts`, signal)).parts;
  }

  cells(id: string, from: number, until: number, cells: number, signal?: AbortSignal): Promise<TaskCells> {
    return this.get(`${path(id)}/tasks?from=${from}&until=${until}&cells=${cells}`, signal);
  }

  task(id: string, task: number, signal?: AbortSignal): Promise<Task> {
    return this.get(`${path(id)}/tasks/${task}`, signal);
  }

  /** The output of a task; only the beginning if it is long. */
  async log(id: string, task: number, stream: string, signal?: AbortSignal): Promise<{ text: string; isCut: boolean }> {
    const response = await this.send(`${path(id)}/tasks/${task}/log?stream=${stream}`, { signal });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    while (reader !== undefined) {
      const chunk = await reader.read();
      if (chunk.done) {
        break;
      }
      bytes += chunk.value.length;
      text += decoder.decode(chunk.value, { stream: true });
      if (bytes > MAX_LOG_BYTES) {
        await reader.cancel();
        return { text, isCut: true };
      }
    }
    return { text: text + decoder.decode(), isCut: false };
  }

  /** A result pack as a file. */
  async pack(id: string, digest: string): Promise<Blob> {
    return (await this.send(`${path(id)}/results/${digest}`, {})).blob();
  }

  /** An output that was too large for the results; its provider needs some seconds to begin to send it. */
  async keptOutput(id: string, task: number, file: string): Promise<Blob> {
    return (await this.send(`${path(id)}/tasks/${task}/kept?path=${encodeURIComponent(file)}`, {})).blob();
  }

  /** All result packs so far, oldest first. */
  async packs(id: string, signal?: AbortSignal): Promise<Pack[]> {
    const packs: Pack[] = [];
    let page: PackList;
    do {
      const last = packs.at(-1);
      page = await this.get(`${path(id)}/results${last === undefined ? '' : `?after=${last.digest}`}`, signal);
      packs.push(...page.packs);
    } while (page.more && page.packs.length > 0);
    return packs;
  }

  /** The work order with which the bag was submitted. */
  workOrder(id: string, signal?: AbortSignal): Promise<WorkOrder> {
    return this.get(`${path(id)}/work`, signal);
  }

  composition(id: string, deadline: string | null, budget: string | null, signal?: AbortSignal): Promise<Composition> {
    const query = new URLSearchParams();
    if (deadline !== null) {
      query.set('deadline', deadline);
    }
    if (budget !== null) {
      query.set('budget', budget);
    }
    return this.get(`${path(id)}/composition?${query}`, signal);
  }

  async providers(signal?: AbortSignal): Promise<Provider[]> {
    return (await this.get<{ providers: Provider[] }>('/v1/providers', signal)).providers;
  }

  provider(id: string, signal?: AbortSignal): Promise<ProviderRecord> {
    return this.get(`/v1/providers/${encodeURIComponent(id)}`, signal);
  }

  async auction(limit: number, signal?: AbortSignal): Promise<Clearing[]> {
    return (await this.get<{ clearings: Clearing[] }>(`/v1/auction?limit=${limit}`, signal)).clearings;
  }

  account(limit: number, cursor: string | null, signal?: AbortSignal): Promise<Account> {
    const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return this.get(`/v1/account?limit=${limit}${from}`, signal);
  }

  async shares(signal?: AbortSignal): Promise<Share[]> {
    return (await this.get<{ shares: Share[] }>('/v1/shares', signal)).shares;
  }

  /** Submits the tasks that failed or were not done as a new bag, which waits for the user to accept its quote. */
  retry(id: string, key: string): Promise<Bag> {
    return this.post(`${path(id)}/retry`, { deadline: null, budget: null, quoteFirst: true }, { 'Idempotency-Key': key });
  }

  /** Reads a bag file. The server has the only reader, so that the command line and the dashboard agree. */
  readBagFile(text: string, files: ChosenFile[]): Promise<BagDraft> {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return this.post('/v1/bag-files', { text, timeZone, files });
  }

  submit(submission: Submission, key: string): Promise<Bag> {
    return this.post('/v1/bags', submission, { 'Idempotency-Key': key });
  }

  accept(id: string, quote: Alternative): Promise<Bag> {
    return this.post(`${path(id)}/accept`, { by: quote.by, price: quote.price });
  }

  decline(id: string): Promise<Bag> {
    return this.post(`${path(id)}/decline`, {});
  }

  cancel(id: string): Promise<Bag> {
    return this.post(`${path(id)}/cancel`, {});
  }

  async missingBlobs(digests: string[]): Promise<string[]> {
    return (await this.post<{ digests: string[] }>('/v1/blobs/missing', { digests })).digests;
  }

  async putBlob(digest: string, content: Blob): Promise<void> {
    await this.send(`/v1/blobs/${digest}`, { method: 'PUT', body: content });
  }

  /**
   * Calls onChange with each new version of a bag until the bag has ended or the signal is aborted. A broken stream is
   * resumed from the last version, at any server.
   */
  async follow(
    id: string,
    since: number,
    onChange: (bag: Bag) => void,
    onLive: (isLive: boolean) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let version = since;
    let backoffMillis = MIN_BACKOFF_MILLIS;
    while (!signal.aborted) {
      try {
        const last = await this.readStream(id, version, signal, (bag) => {
          version = Math.max(version, bag.version);
          backoffMillis = MIN_BACKOFF_MILLIS;
          onLive(true);
          onChange(bag);
        });
        if (last !== null && hasEnded(last)) {
          return;
        }
      } catch (failure) {
        if (signal.aborted) {
          return;
        }
        onLive(false);
        if (failure instanceof ApiError && failure.status < 500) {
          throw failure;
        }
      }
      await sleep(backoffMillis * (0.5 + Math.random() / 2), signal);
      backoffMillis = Math.min(2 * backoffMillis, MAX_BACKOFF_MILLIS);
    }
  }

  private async readStream(id: string, since: number, signal: AbortSignal, onChange: (bag: Bag) => void): Promise<Bag | null> {
    const timeout = new AbortController();
    const eitherSignal = AbortSignal.any([signal, timeout.signal]);
    const response = await this.send(`${path(id)}/events?since=${since}`, {
      headers: { Accept: 'text/event-stream' },
      signal: eitherSignal,
    });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const parser = new EventStreamParser();
    let last: Bag | null = null;
    while (reader !== undefined) {
      const timer = setTimeout(() => timeout.abort(), STREAM_TIMEOUT_MILLIS);
      const chunk = await reader.read().finally(() => clearTimeout(timer));
      if (chunk.done) {
        break;
      }
      for (const event of parser.parse(decoder.decode(chunk.value, { stream: true }))) {
        last = JSON.parse(event.data) as Bag;
        onChange(last);
      }
    }
    return last;
  }
}

function path(bag: string): string {
  return `/v1/bags/${encodeURIComponent(bag)}`;
}

function sleep(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
