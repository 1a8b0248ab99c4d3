constant float scale = 0.2316419f, density = 0.39894228f;
constant float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f,
               a5 = 1.330274429f;

float normal_distribution(float d) {
  const float t = 1.0f / (1.0f + scale * fabs(d));
  const float polynomial = t * (a1 + t * (a2 + t * (a3 + t * (a4 + t * a5))));
  const float tail = density * exp(-0.5f * d * d) * polynomial;
  return d > 0 ? 1.0f - tail : tail;
}

kernel void price(global const float *spot, global const float *strike, global const float *years,
                  global float *prices, float rate, float volatility) {
  const size_t i = get_global_id(0), count = get_global_size(0);
  const float spread = volatility * sqrt(years[i]);
  const float drift = (rate + 0.5f * volatility * volatility) * years[i];
  const float d1 = (log(spot[i] / strike[i]) + drift) / spread;
  const float present = strike[i] * exp(-rate * years[i]);
  const float call = spot[i] * normal_distribution(d1) - present * normal_distribution(d1 - spread);
  prices[i] = call;
  prices[count + i] = call + present - spot[i];
}
