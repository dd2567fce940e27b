/** The present, once a second while somebody looks. */
class Clock {
  millis = $state(Date.now());

  constructor() {
    setInterval(() => {
      if (!document.hidden) {
        this.millis = Date.now();
      }
    }, 1000);
  }
}

export const clock = new Clock();
