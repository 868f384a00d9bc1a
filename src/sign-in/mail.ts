import { createTransport } from 'nodemailer';
import type { SendMail } from '../operations/context.ts';

export type MailerOptions = { url: string; from: string; onError: (error: unknown) => void };

// A member waits for the answer: a mail server that does not speak is given up soon.
const PATIENCE_MS = 10_000;

/** Sends mail by SMTP; what could not be sent is told to `onError`. */
export function makeMailer({ url, from, onError }: MailerOptions): SendMail {
  const patience = {
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  };
  const transport = createTransport({ url, ...patience }, { from });
  return async (mail) => {
    try {
      await transport.sendMail(mail);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  };
}
