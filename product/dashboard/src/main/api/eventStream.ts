/** Parses server-sent events from chunks of text, which may end anywhere, even within a line. */
export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

export class EventStreamParser {
  private rest = '';
  private id = '';
  private event = '';
  private data: string[] = [];

  /** The events that are complete with this chunk. */
  parse(chunk: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    const lines = (this.rest + chunk).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (this.data.length > 0) {
          events.push({ id: this.id, event: this.event, data: this.data.join('\n') });
        }
        this.event = '';
        this.data = [];
      } else {
        this.field(line);
      }
    }
    return events;
  }

  private field(line: string): void {
    const colon = line.indexOf(':');
    if (colon <= 0) {
      return; // A comment, which the server sends to keep the connection alive.
    }
    const value = line.slice(colon + 1).replace(/^ /, '');
    switch (line.slice(0, colon)) {
      case 'id':
        this.id = value;
        break;
      case 'event':
        this.event = value;
        break;
      case 'data':
        this.data.push(value);
        break;
      default:
    }
  }
}
