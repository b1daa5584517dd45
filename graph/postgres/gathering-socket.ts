import { Socket } from 'node:net';

/**
 * Sends what is written within one event-loop slice at once. The driver corks its socket for each statement by itself, so
 * that statements which are sent behind each other would cost a system call each: most of what an append costs this process.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
