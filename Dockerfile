# The service in one image, built in two stages: what builds it does not run it.
#   docker build -t marquee .
#   docker run -p 127.0.0.1:3000:3000 -v marquee:/data marquee
# Its commands need no build: docker exec CONTAINER npm run load:venues -- FILE
# Without further settings it keeps everything in an embedded file below /data.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY src ./src
COPY scripts ./scripts
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-slim
LABEL org.opencontainers.image.title="Marquee" \
  org.opencontainers.image.description="A JSON REST service for public event listings" \
  org.opencontainers.image.version="2.0.0" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY LICENSE ./
COPY schemas ./schemas
COPY src/lib/place/towns.tsv.br ./src/lib/place/
COPY src/lib/text/word-tables ./src/lib/text/word-tables
COPY src/pages/messages ./src/pages/messages
COPY src/rows/words.tsv ./src/rows/
# The data of npm run demo.
COPY scripts/demo ./scripts/demo
# A new volume is given the folder's owner. 1000 is the image's user node: Kubernetes'
# runAsNonRoot wants a number. OpenShift runs any other user, with group 0 and no home: npm writes
# its logs to /tmp.
RUN mkdir /data && chown 1000:0 /data && chmod 0770 /data
ENV HOME=/tmp
USER 1000:0
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=5 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
