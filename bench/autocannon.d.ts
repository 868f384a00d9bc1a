declare module 'autocannon' {
  type Request = { body?: string };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    method: string;
    headers: Record<string, string>;
    body: string;
    requests?: { setupRequest(request: Request): Request }[];
  };
  type Result = { '2xx': number; non2xx: number; errors: number; duration: number };
  export default function autocannon(options: Options): Promise<Result>;
}
