# One image for every part of Tally; compose.yml picks the command.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --loglevel=error
RUN npm run build
RUN npm prune --omit=dev --loglevel=error

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build --chown=node:node /app /app
RUN mkdir -p /app/data && chown node:node /app/data
USER node
EXPOSE 3000 4000
CMD ["node", "apps/server/src/main.ts"]
