import { EventReader } from './events';
import { Refused, Service } from './service';
import type {
  Account,
  Alternative,
  Bag,
  BagPage,
  Cells,
  Clearing,
  Composition,
  Explanation,
  Part,
  Provider,
  ProviderRecord,
  Share,
  Submission,
  Task,
} from './types';
import { hasEnded } from './types';

const FIRST_PAUSE_MILLIS = 500;
const LONGEST_PAUSE_MILLIS = 10_000;

/** Longer than the server lets a stream be silent. */
const LONGEST_SILENCE_MILLIS = 45_000;

/** A log is shown up to here; all of it is a download. */
export const MOST_LOG_BYTES = 512 << 10;

/** The market, for one person. */
export class Market extends Service {
  bags(limit: number, cursor: string | null, signal: AbortSignal): Promise<BagPage> {
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

  cells(id: string, from: number, until: number, cells: number, signal?: AbortSignal): Promise<Cells> {
    return this.get(`${path(id)}/tasks?from=${from}&until=${until}&cells=${cells}`, signal);
  }

  task(id: string, task: number, signal?: AbortSignal): Promise<Task> {
    return this.get(`${path(id)}/tasks/${task}`, signal);
  }

  /** What a task wrote, its beginning if it is long. */
  async log(id: string, task: number, stream: string, signal?: AbortSignal): Promise<{ text: string; isCut: boolean }> {
    const response = await this.send(`${path(id)}/tasks/${task}/log?stream=${stream}`, { signal });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    let bytes = 0;
    while (reader !== undefined) {
      const piece = await reader.read();
      if (piece.done) {
        break;
      }
      bytes += piece.value.length;
      text += decoder.decode(piece.value, { stream: true });
      if (bytes > MOST_LOG_BYTES) {
        await reader.cancel();
        return { text, isCut: true };
      }
    }
    return { text: text + decoder.decode(), isCut: false };
  }

  /** A pack of results, as the file that it is. */
  async pack(id: string, digest: string): Promise<Blob> {
    return (await this.send(`${path(id)}/results/${digest}`, {})).blob();
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

  /** Hands in again what failed or was not done, as a new bag that waits for a yes to its quote. */
  retry(id: string, key: string): Promise<Bag> {
    return this.post(`${path(id)}/retry`, { deadline: null, budget: null, ask: true }, { 'Idempotency-Key': key });
  }

  submit(submission: Submission, key: string): Promise<Bag> {
    return this.post('/v1/bags', submission, { 'Idempotency-Key': key });
  }

  agree(id: string, offer: Alternative): Promise<Bag> {
    return this.post(`${path(id)}/agreement`, { by: offer.by, price: offer.price });
  }

  decline(id: string): Promise<Bag> {
    return this.post(`${path(id)}/decline`, {});
  }

  cancel(id: string): Promise<Bag> {
    return this.post(`${path(id)}/cancel`, {});
  }

  async missing(digests: string[]): Promise<string[]> {
    return (await this.post<{ digests: string[] }>('/v1/blobs/missing', { digests })).digests;
  }

  async put(digest: string, content: Blob): Promise<void> {
    await this.send(`/v1/blobs/${digest}`, { method: 'PUT', body: content });
  }

  /**
   * Tells a bag whenever it changes, until it has ended or nobody listens. A stream that breaks off is taken up where
   * it was, at whichever server answers.
   */
  async follow(
    id: string,
    since: number,
    tell: (bag: Bag) => void,
    isLive: (live: boolean) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let known = since;
    let pauseMillis = FIRST_PAUSE_MILLIS;
    while (!signal.aborted) {
      try {
        const last = await this.listen(id, known, signal, (bag) => {
          known = Math.max(known, bag.version);
          pauseMillis = FIRST_PAUSE_MILLIS;
          isLive(true);
          tell(bag);
        });
        if (last !== null && hasEnded(last)) {
          return;
        }
      } catch (failure) {
        if (signal.aborted) {
          return;
        }
        isLive(false);
        if (failure instanceof Refused && failure.status < 500) {
          throw failure;
        }
      }
      await pause(pauseMillis * (0.5 + Math.random() / 2), signal);
      pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
    }
  }

  private async listen(id: string, since: number, signal: AbortSignal, tell: (bag: Bag) => void): Promise<Bag | null> {
    const silence = new AbortController();
    const either = AbortSignal.any([signal, silence.signal]);
    const response = await this.send(`${path(id)}/events?since=${since}`, {
      headers: { Accept: 'text/event-stream' },
      signal: either,
    });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    const events = new EventReader();
    let last: Bag | null = null;
    while (reader !== undefined) {
      const timer = setTimeout(() => silence.abort(), LONGEST_SILENCE_MILLIS);
      const piece = await reader.read().finally(() => clearTimeout(timer));
      if (piece.done) {
        break;
      }
      for (const event of events.read(decoder.decode(piece.value, { stream: true }))) {
        last = JSON.parse(event.data) as Bag;
        tell(last);
      }
    }
    return last;
  }
}

function path(bag: string): string {
  return `/v1/bags/${encodeURIComponent(bag)}`;
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
