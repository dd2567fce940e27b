/** The current time, updated once a second while the page is visible. */
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
