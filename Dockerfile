# A container with pexplore and nothing else; models are mounted at /models:
#   docker build -t pexplore .
#   docker run --rm -v "$PWD:/models" pexplore my.pml
FROM debian:12 AS build
WORKDIR /pexplore
COPY . .
RUN scripts/package

FROM debian:12
COPY --from=build /pexplore/build/release/pexplore_*.deb /tmp/pexplore.deb
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/pexplore.deb \
 && rm -rf /tmp/pexplore.deb /var/lib/apt/lists/*
WORKDIR /models
ENTRYPOINT ["pexplore"]
