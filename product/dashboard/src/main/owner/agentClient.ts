import { HttpClient } from '../api/httpClient';

/** Processors in use from an instant on: by local jobs, and by tasks of bags. */
export interface UsageStep {
  fromMillis: number;
  local: number;
  bags: number;
}

export interface ClusterPart {
  bag: string;
  committed: boolean;
  tasks: number;
  user: string;
  processorsPerTask: number;
  endedTasks: number;
  acceptedTasks: number;
  deadline: string;
  expectedEnd: string | null;
}

/** The activity of a day in UTC. */
export interface DayActivity {
  day: string;
  calls: number;
  offers: number;
  committedParts: number;
  endedTasks: number;
  billed: string;
}

/** The cluster, as its owner sees it. */
export interface Cluster {
  provider: string;
  connected: boolean;
  batchSystem: string;
  queueStale: boolean;
  processors: number;
  maxProcessors: number;
  capacityAdjustable: boolean;
  capacity: number;
  paused: boolean;
  localPriority: string;
  pricePerProcessorHour: string;
  disclosure: string;
  publishesToAuction: boolean;
  localRunning: number;
  localWaiting: number;
  usageHistory: UsageStep[];
  forecast: UsageStep[];
  parts: ClusterPart[];
  activityByDay: DayActivity[];
}

/** Lines of the disclosure log, newest first, and the position before which earlier lines are: 0 if there are none. */
export interface DisclosurePage {
  lines: string[];
  before: number;
}

/** A change of what the cluster offers. */
export interface CapacityChange {
  paused?: boolean;
  maxProcessors?: number;
}

/** Client of the agent's REST API for the owner of the cluster. */
export class AgentClient extends HttpClient {
  cluster(signal?: AbortSignal): Promise<Cluster> {
    return this.get('/v1/cluster', signal);
  }

  disclosures(before: number | null, limit: number, signal?: AbortSignal): Promise<DisclosurePage> {
    return this.get(`/v1/disclosures?limit=${limit}${before === null ? '' : `&before=${before}`}`, signal);
  }

  async setCapacity(change: CapacityChange): Promise<Cluster> {
    const query = new URLSearchParams();
    if (change.paused !== undefined) {
      query.set('paused', String(change.paused));
    }
    if (change.maxProcessors !== undefined) {
      query.set('max_processors', String(change.maxProcessors));
    }
    return (await (await this.send(`/v1/capacity?${query}`, { method: 'PUT' })).json()) as Cluster;
  }

  /** Stops the tasks of a bag on this cluster and gives them back to the market. */
  async cancelBag(bag: string): Promise<Cluster> {
    return (await (await this.send(`/v1/bags/${encodeURIComponent(bag)}/cancel`, { method: 'POST' })).json()) as Cluster;
  }
}
