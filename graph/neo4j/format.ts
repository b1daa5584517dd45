/** Changes with every change of what is stored: projections of another version are cleared, and made again from the log. */
export const VERSION = 20;
