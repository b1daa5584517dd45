/**
 * Notifications of the browser on what is new in the inbox: one for each entry, however many windows are open and however
 * often its answer changes until it is seen.
 */
import { sayInbox } from '../catalogues/inbox.ts';
import type { Turned } from '../trpc.ts';
import { recordNotified } from './notified.ts';
import { kindWords } from './turned-words.ts';

/** `denied`: the reader has refused, and only the browser's own settings change that. */
export type NotifyState = 'unsupported' | 'denied' | 'off' | 'on';

const WANTED = 'adduce.notify';
const ICON = '/icon.svg';

export function notifyState(): NotifyState {
  if (!('Notification' in window) || read(WANTED) === 'unsupported') return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && read(WANTED) === 'on' ? 'on' : 'off';
}

/** Only after a click: browsers refuse pages that ask by themselves. */
export async function allowNotifications(): Promise<NotifyState> {
  if ((await Notification.requestPermission()) === 'granted') write(WANTED, 'on');
  return notifyState();
}

export function stopNotifications(): NotifyState {
  write(WANTED, 'off');
  return notifyState();
}

/** An entry that was new while notifications were off is not notified later. */
export async function notifyOnce(turned: Turned, open: () => void): Promise<void> {
  const isFirst = await recordNotified(turned.id);
  if (isFirst && notifyState() === 'on') show(turned, open);
}

function show(turned: Turned, open: () => void): void {
  try {
    const options = { body: turned.q, tag: turned.id, icon: ICON, dir: 'auto' } as const;
    const notification = new Notification(sayInbox('notification', { kind: kindWords(turned) }), options);
    notification.onclick = () => {
      window.focus();
      open();
      notification.close();
    };
  } catch {
    // Browsers of phones have the interface, and let only service workers use it.
    write(WANTED, 'unsupported');
  }
}

/** Null also where the browser lets the page store nothing. */
function read(name: string): string | null {
  try {
    return window.localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    window.localStorage.setItem(name, value);
  } catch {
    // The next window asks again.
  }
}
