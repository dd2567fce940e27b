/** Server-sent events out of pieces of text that may break anywhere, even within a line. */
export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

export class EventReader {
  private rest = '';
  private id = '';
  private event = '';
  private data: string[] = [];

  /** All events that are complete with this piece. */
  read(piece: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    const lines = (this.rest + piece).split('\n');
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
      return; // A comment, by which the server says that it is still there.
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
