/** Shows a message for a while. */
export type Notify = (message: string, severity: 'success' | 'warning' | 'error') => void;
