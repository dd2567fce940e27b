import { Service } from '../market/service';

/** From an instant on so many processors run local jobs, and so many bags' tasks. */
export interface Step {
  fromMillis: number;
  local: number;
  bags: number;
}

export interface PartHere {
  bag: string;
  committed: boolean;
  tasks: number;
  processorsPerTask: number;
  done: number;
  accepted: number;
  deadline: string;
  expected: string | null;
}

/** What was dealt in a day, by the clock in Greenwich. */
export interface Day {
  day: string;
  calls: number;
  offers: number;
  won: number;
  tasks: number;
  billed: string;
}

/** The cluster, as only its owner sees it. */
export interface Cluster {
  provider: string;
  connected: boolean;
  batchSystem: string;
  blind: boolean;
  processors: number;
  givable: number;
  canGiveLess: boolean;
  given: number;
  paused: boolean;
  pricePerProcessorHour: string;
  discloses: string;
  auction: boolean;
  localRunning: number;
  localWaiting: number;
  past: Step[];
  future: Step[];
  parts: PartHere[];
  days: Day[];
}

/** Lines of the disclosure log, the latest first, and where earlier ones end: 0 if there are none. */
export interface Disclosed {
  lines: string[];
  before: number;
}

/** The agent beside the cluster, for its owner. */
export class Agent extends Service {
  cluster(signal?: AbortSignal): Promise<Cluster> {
    return this.get('/v1/cluster', signal);
  }

  disclosed(before: number | null, limit: number, signal?: AbortSignal): Promise<Disclosed> {
    return this.get(`/v1/disclosures?limit=${limit}${before === null ? '' : `&before=${before}`}`, signal);
  }

  async give(wanted: { paused?: boolean; processors?: number }): Promise<Cluster> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(wanted)) {
      query.set(name, String(value));
    }
    return (await (await this.send(`/v1/giving?${query}`, { method: 'PUT' })).json()) as Cluster;
  }
}
