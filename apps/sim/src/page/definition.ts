import type { ServerResponse } from 'node:http';
import type { World, WorldDefinition } from '../world.ts';
import { type Asset, createAssets } from './assets.ts';

/** The page receives all other requests. It has no state of its own and reads everything from `/control`. */
export const page: WorldDefinition = {
  name: 'page',
  prefix: '',
  create(shared): World {
    const findAsset = createAssets();
    return {
      handle(req, res, target) {
        const asset = req.method === 'GET' || req.method === 'HEAD' ? findAsset(target.path) : null;
        // Browsers request this automatically: https://www.rfc-editor.org/rfc/rfc8615
        if (!asset && target.path.startsWith('/.well-known/')) return void res.writeHead(404).end();
        if (!asset) return shared.unknown('page', req, res, target.path);
        if (req.headers['if-none-match'] === asset.tag) res.writeHead(304, { etag: asset.tag }).end();
        else send(res, asset, req.method === 'HEAD');
      },
      controls: {},
      summary: () => ({}),
      reset() {},
    };
  },
};

function send(res: ServerResponse, asset: Asset, isHead: boolean): void {
  res.writeHead(200, {
    'content-type': asset.type,
    'content-length': asset.bytes.length,
    'cache-control': 'no-cache',
    etag: asset.tag,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(asset.policy ? { 'content-security-policy': asset.policy } : {}),
  });
  res.end(isHead ? undefined : asset.bytes);
}
